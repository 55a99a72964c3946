# The emitter behind every generator in asm/: ELF, GNU as (AT&T order), System
# V. It is the only place that knows how assembly is spelled, and it keeps the
# books that hand-written files get wrong: CFI, symbol sizes, visibility, the
# CET marker, the stack note.
package Emit;

use strict;
use warnings;

use Operand;

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

# note adds a comment inside a function.
sub note {
  my ($self, $text) = @_;
  $self->line("  // $text");
  return;
}

# include names a C header that holds only #defines for assembly.
sub include {
  my ($self, $name) = @_;
  $self->line(qq{#include "$name"});
  return;
}

# ---- Operands

my %part = (
  64 => [qw(rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15)],
  32 => [qw(eax ecx edx ebx esp ebp esi edi),
         map { "r${_}d" } 8 .. 15],
  8 => [qw(al cl dl bl spl bpl sil dil), map { "r${_}b" } 8 .. 15]);

sub spell_register {
  my ($r) = @_;
  die "register $r->{binding}{name} was released\n" unless $r->{binding}{live};
  my $name = $r->{kind} eq 'general' ? $part{$r->{bits}}[$r->{number}]
    : ($r->{bits} == 256 ? 'ymm' : 'xmm') . $r->{number};
  defined $name or die "$r->{binding}{name} has no part of $r->{bits} bits\n";
  return "%$name";
}

sub spell_memory {
  my ($m) = @_;
  my $distance = $m->{displacement};
  if (defined $m->{symbol}) {
    return $m->{symbol} . ($distance ? "+$distance" : '') . '(%rip)';
  }
  my $inner = spell_register($m->{base});
  $inner .= ',' . spell_register($m->{index}) . ",$m->{scale}" if $m->{index};
  return ($distance || '') . "($inner)";
}

sub spell {
  my ($operand) = @_;
  my $kind = ref $operand;
  return "\$$operand" if $kind eq '';
  return spell_register($operand) if $kind eq 'Operand::Register';
  return spell_memory($operand) if $kind eq 'Operand::Memory';
  return "\$$operand->{name}" if $kind eq 'Operand::Constant';
  return $operand->{name} if $kind eq 'Operand::Label';
  die "not an operand: $operand\n";
}

# insn adds an instruction; its destination is the first operand. Where no
# register says how wide memory is, it is 64 bits.
sub insn {
  my ($self, $name, @operands) = @_;
  die "$name stands outside a function\n" unless $self->{function};
  $name .= 'q' if (grep { ref eq 'Operand::Memory' } @operands) &&
    !grep { ref eq 'Operand::Register' } @operands;
  my $text = join ', ', map { spell($_) } reverse @operands;
  $self->line("  $name" . ($text eq '' ? '' : " $text"));
  return;
}

# place puts a label here.
sub place {
  my ($self, $label) = @_;
  $self->line("$label->{name}:");
  return;
}

# ---- Functions

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

# push and pop keep the distance from the frame address in the unwind table.
# push says where a callee-saved register went, if that is what it pushes.
sub push {
  my ($self, $register, $callee_saved) = @_;
  $self->insn('push', $register);
  $self->adjust(8);
  $self->line('  .cfi_rel_offset ' . spell_register($register) . ', 0')
    if $callee_saved;
  return;
}

sub pop {
  my ($self, $register, $callee_saved) = @_;
  die "pop without push in $self->{function}{name}\n"
    if $self->{function}{depth} <= 8;
  $self->insn('pop', $register);
  $self->adjust(-8);
  $self->line('  .cfi_restore ' . spell_register($register)) if $callee_saved;
  return;
}

# frame makes room on the stack, or gives it back where bytes < 0.
sub frame {
  my ($self, $bytes) = @_;
  return if $bytes == 0;
  # 128 fits in a byte only as a negative number
  $self->insn($bytes == 128 ? ('add', Operand::fixed('rsp'), -128)
              : $bytes > 0 ? ('sub', Operand::fixed('rsp'), $bytes)
              : ('add', Operand::fixed('rsp'), -$bytes));
  $self->adjust($bytes);
  return;
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
  $self->insn('call', Operand::label($target));
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

# ---- Data and the file

# data adds constants of 32 or 64 bits under a local name.
sub data {
  my ($self, $name, $bits, @values) = @_;
  $self->line('');
  $self->line('  .section .rodata');
  $self->line('  .p2align 6');
  $self->line("  .type $name, \@object");
  $self->line("$name:");
  my $directive = $bits == 64 ? '.quad' : '.long';
  while (my @row = splice @values, 0, 4) {
    $self->line("  $directive " . join ', ', @row);
  }
  $self->line("  .size $name, . - $name");
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

# write closes the file and writes it.
sub write {
  my ($self, $name) = @_;
  return write_file($name, $self->text);
}

# write_file writes under a temporary name first, so that a failed run leaves
# no partial output.
sub write_file {
  my ($name, $text) = @_;
  my $temporary = "$name.tmp$$";
  open my $out, '>', $temporary or die "$temporary: $!\n";
  print {$out} $text or die "$temporary: $!\n";
  close $out or die "$temporary: $!\n";
  rename $temporary, $name or die "$name: $!\n";
  return;
}

1;
