# Divsteps on packed words, the inner loop of the constant-time inversions; see
# field/inverse_impl.h for the divstep.
#
# A round makes K <= 20 steps on packed words: with
#   2^i f_i = u_i f + v_i g, 2^i g_i = q_i f + r_i g after i of the K steps,
#   F = f_i - 2^S 2^(K - i) u_i - 2^T 2^(K - i) v_i, and G likewise,
# a step is G <- (G +- F) / 2 or G / 2, F <- F or G: one operation for a number
# and its two coefficients, and every division is exact. f and g start as BITS
# bits and stay in (-2^BITS, 2^BITS). |u_i| + |v_i| <= 2^i, and no coefficient
# is ever -2^i: a row (-2^i, 0) or (0, -2^i) would need one before it, and the
# rows start as (1, 0) and (0, 1). So the negated coefficients are signed
# integers of K + 1 bits, and the fields [0, S), [S, T), [T, 3 S) hold the
# signed values; the word is in [-2^62, 2^62), and G +- F, twice a word, fits in
# 64 bits.
#
# What a round gives is the negative of its matrix. Nothing depends on that: a
# divstep of (-f, -g) is the negative of that of (f, g).
package Divsteps;

use strict;
use warnings;

use Operand qw(mem);

use constant {BITS => 20, S => 21, T => 42};

# Divsteps->new(FUNCTION, D, LOW_F, LOW_G) works on these registers, and takes
# more: the matrix so far (u, v, q, r), and eight to work with.
sub new {
  my ($class, $f, $d, $low_f, $low_g) = @_;
  return bless {
    f => $f, d => $d, low_f => $low_f, low_g => $low_g,
    total => [$f->take(map { "total$_" } 0 .. 3)],
    work => [$f->take(map { "work$_" } 0 .. 7)]}, $class;
}

# release gives back all but d.
sub release {
  my ($self) = @_;
  $self->{f}->release(@{$self}{qw(low_f low_g)}, @{$self->{total}},
                      @{$self->{work}});
  return;
}

# lend makes code with all registers free but those of d, F and G.
sub lend {
  my ($self, $body) = @_;
  my $f = $self->{f};
  my @slots = (\@{$self}{qw(low_f low_g)},
               map({ \$_ } @{$self->{total}}, @{$self->{work}}[2 .. 7]));
  my @names = map { [$Operand::GENERAL[$$_->{number}], $$_->{binding}{name}] }
    @slots;
  $f->release(map { $$_ } @slots);
  $body->();
  ${$slots[$_]} = $f->take_at(@{$names[$_]}) for 0 .. $#slots;
  return;
}

# batch sets total to a matrix of the steps of all rounds, (u v; q r), up to its
# sign, and d to the new one. between is called after the steps of the first
# round, when F, G and d hold all there is; low_f and low_g are read after that
# again. Pre: low_f is odd.
sub batch {
  my ($self, $rounds, $between) = @_;
  my $f = $self->{f};
  my @rounds = @$rounds;
  for my $round (0 .. $#rounds) {
    my $k = $rounds[$round];
    $k <= BITS or die "a round of $k steps does not fit\n";
    $f->note("round $round: $k steps");
    $self->steps($k);
    $between->() if $between && $round == 0;
    my @m = @{$self->{work}}[2 .. 5];
    $self->unpack_word($self->{work}[0], @m[0, 1]);
    $self->unpack_word($self->{work}[1], @m[2, 3]);
    $self->apply_words($k, \@m) if $round < $#rounds;
    $self->multiply(\@m, $round == 0);
  }
  return;
}

# steps packs the low words into the first two working registers, F and G, and
# makes k steps.
sub steps {
  my ($self, $k) = @_;
  my ($f, $d) = @{$self}{qw(f d)};
  my ($F, $G, $S, $N, $t, $nd) = @{$self->{work}};
  $f->mov($F, $self->{low_f});
  $f->mov($G, $self->{low_g});
  $f->and($_, (1 << BITS) - 1) for $F, $G;
  $f->mov($t, 1 << (S + $k));
  $f->mov($nd, 1 << (T + $k));
  $f->sub($F, $t);
  $f->sub($G, $nd);
  $f->mov($S, $F);
  $f->neg($S);
  $f->test($d, $d);
  $f->cmovs($S, $F);
  # invariant: S is -F for d >= 0, else F; SF is the sign of d
  for (1 .. $k) {
    step($f, $d, $F, $G, $S, $N, $t, $nd);
    ($G, $N) = ($N, $G);
  }
  $f->mov($self->{work}[1], $G) if $k % 2;
  return;
}

# step is one divstep: with d >= 0 and g odd, (d, f, g) <- (-d, g, (g - f) / 2),
# else (d + 1, f, (g + (g mod 2) f) / 2). The new G is in N. The order of these
# matters: in others a step takes half a cycle more.
sub step {
  my ($f, $d, $F, $G, $S, $N, $t, $nd) = @_;
  $f->mov($t, $F);
  $f->cmovns($t, $G); # the new f if g is odd
  $f->mov($nd, $d);
  $f->not($nd);
  $f->cmovs($nd, $d); # -d - 1 or d
  $f->lea($N, mem($G, 0, $S));
  $f->test($G->b, 1);
  $f->cmovnz($F, $t);
  $f->cmovnz($d, $nd);
  $f->cmovz($N, $G);
  $f->sar($N, 1);
  $f->mov($S, $F);
  $f->neg($S);
  $f->add($d, 1);
  $f->cmovs($S, $F);
  return;
}

# unpack_word sets out0 and out1 to the negated coefficients in the word.
sub unpack_word {
  my ($self, $word, $out0, $out1) = @_;
  my $f = $self->{f};
  $f->mov($out1, (1 << (T - 1)) + (1 << (S - 1)));
  $f->add($out1, $word);
  $f->sar($out1, T);
  $f->lea($out0, mem($word, 1 << (S - 1)));
  $f->shl($out0, 64 - T);
  $f->sar($out0, 64 - T + S);
  return;
}

# apply_words sets the low words of (f, g) to the matrix times them over 2^k.
sub apply_words {
  my ($self, $k, $m) = @_;
  my ($f, $low_f, $low_g) = @{$self}{qw(f low_f low_g)};
  my ($x, $y) = @{$self->{work}}[0, 1];
  $f->mov($x, $low_f);
  $f->mov($y, $low_g);
  $f->imul($x, $m->[0]);
  $f->imul($y, $m->[1]);
  $f->imul($low_f, $m->[2]);
  $f->imul($low_g, $m->[3]);
  $f->add($x, $y);
  $f->add($low_g, $low_f);
  $f->mov($low_f, $x);
  $f->sar($low_f, $k);
  $f->sar($low_g, $k);
  return;
}

# multiply sets total = m total; the first time total = m.
sub multiply {
  my ($self, $m, $first) = @_;
  my ($f, $total) = @{$self}{qw(f total)};
  if ($first) {
    $f->mov($total->[$_], $m->[$_]) for 0 .. 3;
    return;
  }
  for my $column (0, 1) {
    my ($x, $y) = @{$self->{work}}[6, 7];
    my ($above, $below) = @{$total}[$column, 2 + $column];
    $f->mov($x, $above);
    $f->mov($y, $below);
    $f->imul($x, $m->[0]);
    $f->imul($y, $m->[1]);
    $f->imul($above, $m->[2]);
    $f->imul($below, $m->[3]);
    $f->add($x, $y);
    $f->add($below, $above);
    $f->mov($above, $x);
  }
  return;
}

1;
