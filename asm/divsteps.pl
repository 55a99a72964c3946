#!/usr/bin/perl
# Generates the inner loop of the constant-time inversion, see
# field/inverse_impl.h.
#
# usage: divsteps.pl --output DIR
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Generator;
use Operand qw(mem);

my $g = Generator->new(name => 'divsteps', declares => ['struct sg_matrix;'],
                       about => <<'END');
A batch of 62 divsteps on the low words of f and g.
END

# A round makes K steps on packed words: with
#   2^i f_i = u_i f + v_i g, 2^i g_i = q_i f + r_i g after i of the K steps,
#   F = f_i + 2^s 2^(K - i) u_i + 2^t 2^(K - i) v_i, and G likewise,
# a step is G <- (G +- F) / 2 or G / 2, F <- F or G: one operation for a number
# and its two coefficients, and every division is exact. f_i and g_i start as K
# bits and stay in (-2^K, 2^K); |u_i| + |v_i| <= 2^i; so fields of s = K + 1
# bits, t - s = K + 2 bits and K + 2 bits hold their signed values, and G +- F
# fits in 64 bits for 3 K + 5 <= 63.
my @ROUNDS = (16, 16, 15, 15);
my $BATCH = 62;

sub field_s { return $_[0] + 1 }
sub field_t { return 2 * $_[0] + 3 }

my $sum = 0;
$sum += $_ for @ROUNDS;
$sum == $BATCH or die "the rounds make $sum steps, not $BATCH\n";
3 * $_ + 5 <= 63 or die "a round of $_ steps does not fit\n" for @ROUNDS;

# step is one divstep: with d >= 0 and g odd, (d, f, g) <- (-d, g, (g - f) / 2),
# else (d + 1, f, (g + (g mod 2) f) / 2). G and the first of three temporary
# registers change places.
sub step {
  my ($f, $d, $pf, $pg, $new, $t, $nd) = @_;
  my ($F, $G, $N) = ($$pf, $$pg, $$new);
  $f->mov($N, $G);
  $f->add($N, $F);
  $f->mov($t, $G);
  $f->sub($t, $F);
  $f->mov($nd, $d);
  $f->not($nd);
  $f->test($d, $d);
  $f->cmovns($N, $t); # g - f or g + f
  $f->cmovs($nd, $d); # -d - 1 or d
  $f->mov($t, $F);
  $f->cmovns($t, $G); # the new f if g is odd
  $f->test($G, 1);
  $f->cmovnz($F, $t);
  $f->cmovnz($d, $nd);
  $f->cmovz($N, $G);
  $f->add($d, 1);
  $f->sar($N, 1);
  ($$pg, $$new) = ($N, $G);
  return;
}

# unpack sets out0 and out1 to the coefficients in the word.
sub unpack_word {
  my ($f, $k, $word, $out0, $out1) = @_;
  my ($s, $t) = (field_s($k), field_t($k));
  $f->mov($out1, 1 << ($t - 1));
  $f->add($out1, $word);
  $f->sar($out1, $t);
  $f->mov($out0, $word);
  $f->add($out0, 1 << ($s - 1));
  $f->shl($out0, 64 - $t);
  $f->sar($out0, 64 - $t + $s);
  return;
}

$g->function({
  name => 'divsteps_x86_64', form => 'x86_64', alias => [],
  args => [[out => 't', 'struct sg_matrix', 32],
           [value => 'd', 'uint64_t', 0, 0x7fffffff],
           [value => 'f', 'uint64_t', 0, 1 << 62],
           [value => 'g', 'uint64_t', 0, 1 << 62]],
  returns => 'uint64_t',
  computes => 'makes 62 divsteps, from d = delta - 1/2, puts their matrix ' .
    'into t, and returns the new d.',
  pre => 'f is odd.', post => '|u| + |v|, |q| + |r| <= 2^62.',
  ct => 'd, f and g do not leak.'}, sub { my ($f, @args) = @_;
    batch($f, @args) });

# batch: after each round its matrix (a b; c e) is applied to the low words, and
# multiplied into the matrix so far (in memory).
sub batch {
  my ($f, $out, $d, $low_f, $low_g) = @_;
  my ($word_f, $word_g) = ($f->local(8), $f->local(8));
  my @total = map { mem($out, 8 * $_) } 0 .. 3; # u v q r
  $f->mov($word_f, $low_f);
  $f->mov($word_g, $low_g);
  $f->release($low_f, $low_g);
  my @pool = $f->take(map { "r$_" } 0 .. 11);
  for my $round (0 .. $#ROUNDS) {
    my $k = $ROUNDS[$round];
    my ($F, $G, $N, $t, $nd, @m) = @pool;
    $f->note("round $round: $k steps");
    for my $pair ([$F, $word_f, field_s($k) + $k],
                  [$G, $word_g, field_t($k) + $k]) {
      my ($r, $from, $bit) = @$pair;
      $f->mov($r, $from);
      $f->and($r, (1 << $k) - 1);
      $f->mov($t, 1 << $bit);
      $f->add($r, $t);
    }
    step($f, $d, \$F, \$G, \$N, $t, $nd) for 1 .. $k;
    my ($ma, $mb, $mc, $me) = @m[0 .. 3];
    unpack_word($f, $k, $F, $ma, $mb);
    unpack_word($f, $k, $G, $mc, $me);
    my ($x, $y, $z, $w) = ($F, $G, $N, $t);
    apply_words($f, $k, $word_f, $word_g, [$ma, $mb, $mc, $me], [$x, $y, $z, $w])
      if $round < $#ROUNDS;
    multiply($f, $round, \@total, [$ma, $mb, $mc, $me],
             [$x, $y, $z, $w, $nd, @m[4 .. 6]]);
  }
  $f->release(@pool);
  my $result = $f->take_at('rax', 'result');
  $f->mov($result, $d);
  return;
}

# apply_words sets (f, g) to the matrix times (f, g) over 2^k, low words.
sub apply_words {
  my ($f, $k, $word_f, $word_g, $m, $r) = @_;
  my ($x, $y, $z, $w) = @$r;
  $f->mov($x, $word_f);
  $f->mov($y, $word_g);
  $f->mov($z, $x);
  $f->mov($w, $y);
  $f->imul($x, $m->[0]);
  $f->imul($y, $m->[1]);
  $f->imul($z, $m->[2]);
  $f->imul($w, $m->[3]);
  $f->add($x, $y);
  $f->add($z, $w);
  $f->sar($x, $k);
  $f->sar($z, $k);
  $f->mov($word_f, $x);
  $f->mov($word_g, $z);
  return;
}

# multiply sets total = m total; the first time total = m.
sub multiply {
  my ($f, $round, $total, $m, $r) = @_;
  if ($round == 0) {
    $f->mov($total->[$_], $m->[$_]) for 0 .. 3;
    return;
  }
  for my $column (0, 1) {
    my ($x, $y, $z, $w) = $column == 0 ? @$r[0 .. 3] : @$r[4 .. 7];
    $f->mov($x, $total->[$column]);
    $f->mov($y, $total->[2 + $column]);
    $f->mov($z, $x);
    $f->mov($w, $y);
    $f->imul($x, $m->[0]);
    $f->imul($y, $m->[1]);
    $f->imul($z, $m->[2]);
    $f->imul($w, $m->[3]);
    $f->add($x, $y);
    $f->add($z, $w);
    $f->mov($total->[$column], $x);
    $f->mov($total->[2 + $column], $z);
  }
  return;
}

$g->finish;
