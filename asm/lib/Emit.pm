# The emitter behind every generator in asm/: it writes x86-64 assembly (AT&T
# order, GNU as and clang) and keeps the books that hand-written files get
# wrong: CFI, symbol sizes, visibility, the CET marker, the stack note.
package Emit;

use strict;
use warnings;

# Emit->new(about => TEXT) starts a file; the text says what the file owns.
sub new {
  my ($class, %arg) = @_;
  die "a file needs a text that says what it owns\n" unless $arg{about};
  my $self = bless {lines => [], function => undef}, $class;
  $self->comment($arg{about});
  $self->comment('Generated; do not edit.');
  $self->line('');
  $self->line('#include <cet.h>');
  return $self;
}

# line adds a line as it is.
sub line {
  my ($self, $text) = @_;
  push @{$self->{lines}}, $text;
  return;
}

# comment adds a text, one comment for each of its lines.
sub comment {
  my ($self, $text) = @_;
  $self->line($_ eq '' ? '//' : "// $_") for split /\n/, $text;
  return;
}

# include names a C header that holds only #defines for assembly.
sub include {
  my ($self, $name) = @_;
  $self->line(qq{#include "$name"});
  return;
}

# function starts a function. Arguments: name; visible ('public' or 'hidden');
# doc, its prototype and contract, printed as a banner; optionally guard, bytes
# that the function occupies, traps behind its end included.
sub function {
  my ($self, %arg) = @_;
  die "function $self->{function}{name} is still open\n" if $self->{function};
  die "a function needs name, visible and doc\n"
    unless $arg{name} && $arg{visible} && $arg{doc};
  $self->{function} = {name => $arg{name}, depth => 8, guard => $arg{guard}};
  my $name = $arg{name};
  $self->line('');
  $self->comment($arg{doc});
  $self->line('  .text');
  $self->line('  .p2align 6');
  $self->line("  .globl $name");
  $self->line("  .hidden $name") if $arg{visible} ne 'public';
  $self->line("  .type $name, \@function");
  $self->line("$name:");
  $self->line('  .cfi_startproc');
  $self->insn('endbr64');
  return;
}

# insn adds an instruction with operands in AT&T order.
sub insn {
  my ($self, $name, @operands) = @_;
  die "$name stands outside a function\n" unless $self->{function};
  $self->line('  ' . $name . (@operands ? ' ' . join(', ', @operands) : ''));
  return;
}

# push and pop keep the distance from the frame address in the unwind table.
# Neither tells it of a saved value: use them for caller-saved registers.
sub push {
  my ($self, $register) = @_;
  $self->insn('push', $register);
  return $self->adjust(8);
}

sub pop {
  my ($self, $register) = @_;
  die "pop without push in $self->{function}{name}\n"
    if $self->{function}{depth} <= 8;
  $self->insn('pop', $register);
  return $self->adjust(-8);
}

sub adjust {
  my ($self, $bytes) = @_;
  $self->{function}{depth} += $bytes;
  $self->line("  .cfi_def_cfa_offset $self->{function}{depth}");
  return;
}

# call checks that the stack is aligned as the ABI wants it.
sub call {
  my ($self, $target) = @_;
  my $f = $self->{function} or die "call $target outside a function\n";
  die "$f->{name}: the stack is not aligned at the call of $target\n"
    if $f->{depth} % 16;
  $self->insn('call', $target);
  return;
}

# hidden declares a symbol of another file of the module.
sub hidden {
  my ($self, $name) = @_;
  $self->line("  .hidden $name");
  return;
}

# end closes the function; every push must have met its pop.
sub end {
  my ($self) = @_;
  my $f = $self->{function} or die "end without function\n";
  die "$f->{name}: pushes and pops do not match\n" if $f->{depth} != 8;
  $self->line('  .cfi_endproc');
  $self->line("  .size $f->{name}, . - $f->{name}");
  $self->line("  .org $f->{name} + $f->{guard}, 0xcc") if $f->{guard};
  $self->{function} = undef;
  return;
}

# text closes the file and returns it.
sub text {
  my ($self) = @_;
  die "function $self->{function}{name} is still open\n" if $self->{function};
  $self->line('');
  $self->line('  .section .note.GNU-stack, "", @progbits');
  return join("\n", @{$self->{lines}}) . "\n";
}

# write closes the file and writes it under a temporary name first, so that a
# failed run leaves no partial output.
sub write {
  my ($self, $name) = @_;
  my $text = $self->text;
  my $temporary = "$name.tmp$$";
  open my $out, '>', $temporary or die "$temporary: $!\n";
  print {$out} $text or die "$temporary: $!\n";
  close $out or die "$temporary: $!\n";
  rename $temporary, $name or die "$name: $!\n";
  return;
}

1;
