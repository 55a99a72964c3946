# The constant-time choice of one affine point of a row of a table, as AVX2
# instructions that leave general registers and flags alone, so that they can
# stand between others: every entry is read, and one is kept.
package RowScan;

use strict;
use warnings;

use Operand qw(mem);

# RowScan->new(FUNCTION, ROW, INDEX) takes the vector registers; the register
# INDEX is free after it. ROW stays.
sub new {
  my ($class, $f, $row, $index) = @_;
  my $self = bless {f => $f, row => $row}, $class;
  @{$self}{qw(wanted counter one mask)} =
    $f->take_vector(256, qw(wanted counter one mask));
  $self->{sum} = [$f->take_vector(256, qw(sum0 sum1))];
  for my $name (qw(wanted one)) {
    $f->mov($index->d, 1) if $name eq 'one';
    $f->vmovd($self->{$name}->x, $index->d);
    $f->vpbroadcastd($self->{$name}, $self->{$name}->x);
  }
  $f->vpxor($_, $_, $_) for $self->{counter}, @{$self->{sum}};
  return $self;
}

# read goes through num entries of 64 bytes.
sub read {
  my ($self, $num) = @_;
  my ($f, $counter, $mask) = @{$self}{qw(f counter mask)};
  for my $entry (0 .. $num - 1) {
    $f->vpcmpeqd($mask, $self->{wanted}, $counter);
    $f->vpaddd($counter, $counter, $self->{one}) if $entry < $num - 1;
    for my $half (0, 1) {
      my $sum = $self->{sum}[$half];
      $f->vpblendvb($sum, $sum, mem($self->{row}, 64 * $entry + 32 * $half),
                    $mask);
    }
  }
  return;
}

# store writes the two halves of the entry.
sub store {
  my ($self, @to) = @_;
  $self->{f}->vmovdqu($to[$_], $self->{sum}[$_]) for 0, 1;
  return;
}

1;
