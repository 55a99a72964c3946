# Operands of instructions, as data without any syntax: registers, memory,
# named constants and labels. Emit.pm alone knows how they are spelled.
package Operand;

use strict;
use warnings;

use Exporter 'import';
our @EXPORT_OK = qw(fixed mem constant label symbol);

# The general registers in the order of their numbers.
our @GENERAL = qw(rax rcx rdx rbx rsp rbp rsi rdi
                  r8 r9 r10 r11 r12 r13 r14 r15);
my %number;
@number{@GENERAL} = 0 .. 15;

# A register: kind 'general' or 'vector', number, bits, and the binding that
# it belongs to: {name, live}, shared by all views of different width.
sub register {
  my ($kind, $number, $bits, $binding) = @_;
  return bless {kind => $kind, number => $number, bits => $bits,
                binding => $binding}, 'Operand::Register';
}

# fixed is a general register that no allocator looks after.
sub fixed {
  my ($name, $bits) = @_;
  defined $number{$name} or die "there is no register $name\n";
  return register('general', $number{$name}, $bits // 64,
                  {name => $name, live => 1});
}

sub number_of { return $number{$_[0]} // die "there is no register $_[0]\n" }

# mem is the memory at base + displacement, or base + index * scale +
# displacement. A displacement may be a number only.
sub mem {
  my ($base, $displacement, $index, $scale) = @_;
  return bless {base => $base, displacement => $displacement // 0,
                index => $index, scale => $scale // 1}, 'Operand::Memory';
}

# symbol is the memory of a symbol, relative to the instruction pointer.
sub symbol {
  my ($name, $displacement) = @_;
  return bless {symbol => $name, displacement => $displacement // 0},
    'Operand::Memory';
}

# constant is an immediate whose value a header defines.
sub constant { return bless {name => $_[0]}, 'Operand::Constant' }

# words splits a hexadecimal number into num 64-bit words, the lowest first.
sub words {
  my ($hex, $num) = @_;
  $hex = '0' x (16 * $num - length $hex) . $hex;
  length $hex == 16 * $num or die "$hex is longer than $num words\n";
  return map { "0x$_" } reverse $hex =~ /.{16}/g;
}

# label is a place in the code.
sub label { return bless {name => $_[0]}, 'Operand::Label' }

package Operand::Register;

sub view {
  my ($self, $bits) = @_;
  return Operand::register($self->{kind}, $self->{number}, $bits,
                           $self->{binding});
}

# The views: d is 32 bits, b the lowest 8; x is 128 bits of a vector.
sub d { return $_[0]->view(32) }
sub b { return $_[0]->view(8) }
sub x { return $_[0]->view(128) }

package Operand::Memory;

# at is the memory that many bytes further on.
sub at {
  my ($self, $bytes) = @_;
  return bless {%$self, displacement => $self->{displacement} + $bytes},
    ref $self;
}

1;
