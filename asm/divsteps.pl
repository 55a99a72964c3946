#!/usr/bin/perl
# Generates the inner loop of the constant-time inversion, see
# field/inverse_impl.h.
#
# usage: divsteps.pl --output DIR
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Divsteps;
use Generator;
use Operand qw(mem);

my $g = Generator->new(name => 'divsteps', declares => ['struct sg_matrix;'],
                       about => <<'END');
A batch of 62 divsteps on the low words of f and g.
END

# A round of 16 steps leaves 48 bits of the low words, of 16 and 15 17 bits.
my @ROUNDS = (16, 16, 15, 15);
my $BATCH = 62;

my $sum = 0;
$sum += $_ for @ROUNDS;
$sum == $BATCH or die "the rounds make $sum steps, not $BATCH\n";

$g->function({
  name => 'divsteps_x86_64', form => 'x86_64', alias => [],
  args => [[out => 't', 'struct sg_matrix', 32],
           # signed; near 0 its sign changes on the way
           [value => 'd', 'uint64_t', -100, 100],
           [odd => 'f', 'uint64_t', 0, 1 << 62],
           [value => 'g', 'uint64_t', 0, 1 << 62]],
  returns => 'uint64_t',
  computes => 'makes 62 divsteps, from d = delta - 1/2, puts their matrix ' .
    'into t, and returns the new d.',
  pre => 'f is odd.', post => '|u| + |v|, |q| + |r| <= 2^62.',
  ct => 'd, f and g do not leak.'}, sub { my ($f, @args) = @_;
    batch($f, @args) });

sub batch {
  my ($f, $out, $d, $low_f, $low_g) = @_;
  my $at = $f->local(8);
  $f->mov($at, $out);
  $f->release($out);
  my $s = Divsteps->new($f, $d, $low_f, $low_g);
  $s->batch([@ROUNDS]);
  my @total = @{$s->{total}};
  # four rounds: the sign of the product is that of the matrix
  my $to = $s->{work}[0];
  $f->mov($to, $at);
  $f->mov(mem($to, 8 * $_), $total[$_]) for 0 .. 3;
  $s->release;
  my $result = $f->take_at('rax', 'result');
  $f->mov($result, $d);
  return;
}

$g->finish;
