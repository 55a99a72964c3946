# The constant-time choice of one point of a table, as AVX2 instructions that
# leave general registers and flags alone, so that they can stand between
# others: every entry is read, and one is kept.
package RowScan;

use strict;
use warnings;

use Operand qw(mem);

# RowScan->new(FUNCTION, ROW, INDEX, STEP, PARTS) takes the vector registers;
# the register INDEX is free after it. ROW stays. Entries are STEP bytes apart,
# PARTS are the places in them of what is read, 32 bytes each.
sub new {
  my ($class, $f, $row, $index, $step, @parts) = @_;
  my $self = bless {f => $f, row => $row, step => $step, parts => [@parts]},
    $class;
  @{$self}{qw(wanted counter one mask)} =
    $f->take_vector(256, qw(wanted counter one mask));
  $self->{sum} = [$f->take_vector(256, map { "sum$_" } 0 .. $#parts)];
  for my $name (qw(wanted one)) {
    $f->mov($index->d, 1) if $name eq 'one';
    $f->vmovd($self->{$name}->x, $index->d);
    $f->vpbroadcastd($self->{$name}, $self->{$name}->x);
  }
  $f->vpxor($_, $_, $_) for $self->{counter}, @{$self->{sum}};
  return $self;
}

# read goes through num entries.
sub read {
  my ($self, $num) = @_;
  my ($f, $counter, $mask, $parts) = @{$self}{qw(f counter mask parts)};
  for my $entry (0 .. $num - 1) {
    $f->vpcmpeqd($mask, $self->{wanted}, $counter);
    $f->vpaddd($counter, $counter, $self->{one}) if $entry < $num - 1;
    for my $i (0 .. $#$parts) {
      my $sum = $self->{sum}[$i];
      my $at = $self->{step} * $entry + $parts->[$i];
      $f->vpblendvb($sum, $sum, mem($self->{row}, $at), $mask);
    }
  }
  return;
}

# store writes the parts of the entry.
sub store {
  my ($self, @to) = @_;
  $self->{f}->vmovdqu($to[$_], $self->{sum}[$_]) for 0 .. $#to;
  return;
}

1;
