# Products of 256-bit integers and the Montgomery reduction modulo p of P-256,
# as pieces of code: the half of P256.pm that multiplies. Registers are its.
package P256Product;

use strict;
use warnings;

# ---- Products: eight words, the lowest in v[0], the highest in u[3]

# rows_adx: row i adds a b_i 2^(64 i), the low halves of its products by one
# carry chain, the high halves by the other. With reduce, one word is cleared
# between two rows, and the highest part is left where reduce_word leaves it.
sub rows_adx {
  my ($self, $a, $b, $reduce) = @_;
  my ($f, $x, $lo, $hi) = @{$self}{qw(f rdx t0 t1)};
  my @acc = (@{$self->{v}}, @{$self->{u}});
  my $zero = $self->{t2};
  $f->mov($x, $b);
  $f->mulx($acc[1], $acc[0], $a);
  for my $j (1 .. 3) {
    $f->mulx($acc[$j + 1], $lo, $a->at(8 * $j));
    $j == 1 ? $f->add($acc[$j], $lo) : $f->adc($acc[$j], $lo);
  }
  $f->adc($acc[4], 0);
  for my $i (1 .. 3) {
    $self->reduce_word($i - 1) if $reduce;
    $f->mov($x, $b->at(8 * $i));
    $f->xor($zero->d, $zero->d);
    for my $j (0 .. 3) {
      my $high = $j == 3 ? $acc[$i + 4] : $hi;
      $f->mulx($high, $lo, $a->at(8 * $j));
      $f->adcx($acc[$i + $j], $lo);
      $f->adox($acc[$i + $j + 1], $high == $hi ? $hi : $zero);
    }
    $f->adcx($acc[$i + 4], $zero);
  }
  return;
}

# square_adx: the products a_i a_j, i < j, are doubled, and the a_i^2 added.
sub square_adx {
  my ($self, $a) = @_;
  my ($f, $x, $lo, $hi) = @{$self}{qw(f rdx t0 t1)};
  my @acc = (@{$self->{v}}, @{$self->{u}});
  my $zero = $self->{t2};
  $f->mov($x, $a);
  $f->mulx($acc[2], $acc[1], $a->at(8));
  $f->mulx($acc[3], $lo, $a->at(16));
  $f->mulx($acc[4], $hi, $a->at(24));
  $f->add($acc[2], $lo);
  $f->adc($acc[3], $hi);
  $f->adc($acc[4], 0);
  $f->mov($x, $a->at(8));
  $f->xor($zero->d, $zero->d);
  $f->mulx($hi, $lo, $a->at(16));
  $f->adcx($acc[3], $lo);
  $f->adox($acc[4], $hi);
  $f->mulx($acc[5], $lo, $a->at(24));
  $f->adcx($acc[4], $lo);
  $f->adox($acc[5], $zero);
  $f->adcx($acc[5], $zero);
  $f->mov($x, $a->at(16));
  $f->mulx($acc[6], $lo, $a->at(24));
  $f->add($acc[5], $lo);
  $f->adc($acc[6], $zero);
  # words 1 to 6 doubled by one chain, squares added by the other
  $f->mov($x, $a);
  $f->xor($acc[7]->d, $acc[7]->d);
  $f->mulx($hi, $acc[0], $x);
  for my $i (1 .. 3) {
    $f->adcx($acc[2 * $i - 1], $acc[2 * $i - 1]);
    $f->adox($acc[2 * $i - 1], $hi);
    $f->mov($x, $a->at(8 * $i));
    $f->mulx($hi, $lo, $x);
    $f->adcx($acc[2 * $i], $acc[2 * $i]);
    $f->adox($acc[2 * $i], $lo);
  }
  $f->adcx($acc[7], $zero);
  $f->adox($acc[7], $hi);
  return;
}

# product_x86_64 is the same with MUL: one carry word between the columns of a
# row, a b_i + acc + carry < 2^128.
sub product_x86_64 {
  my ($self, $a, $b) = @_;
  my ($f, $high, $low, $carry, $word) = @{$self}{qw(f rdx t0 t1 t2)};
  my @acc = (@{$self->{v}}, @{$self->{u}});
  for my $i (0 .. 3) {
    $f->mov($word, $b->at(8 * $i));
    for my $j (0 .. 3) {
      $f->mov($low, $a->at(8 * $j));
      $f->mul($word);
      if ($i > 0) {
        $f->add($acc[$i + $j], $low);
        $f->adc($high, 0);
        $low = $acc[$i + $j];
      }
      if ($j > 0) {
        $f->add($low, $carry);
        $f->adc($high, 0);
      }
      $f->mov($acc[$i + $j], $low) if $i == 0;
      $low = $self->{t0};
      $f->mov($j == 3 ? $acc[$i + 4] : $carry, $high);
    }
  }
  return;
}

# square_x86_64: as square_adx.
sub square_x86_64 {
  my ($self, $a) = @_;
  my ($f, $high, $low, $carry, $word) = @{$self}{qw(f rdx t0 t1 t2)};
  my @acc = (@{$self->{v}}, @{$self->{u}});
  for my $i (0 .. 2) {
    $f->mov($word, $a->at(8 * $i));
    for my $j ($i + 1 .. 3) {
      $f->mov($low, $a->at(8 * $j));
      $f->mul($word);
      if ($i > 0 && $j < 3) {
        $f->add($acc[$i + $j], $low);
        $f->adc($high, 0);
        $low = $acc[$i + $j];
      } elsif ($i > 0) {
        # word i + 3 is that of the last row's top
        $f->add($acc[$i + 3], $low);
        $f->adc($high, 0);
        $low = $acc[$i + 3];
      }
      if ($j > $i + 1) {
        $f->add($low, $carry);
        $f->adc($high, 0);
      }
      $f->mov($acc[$j], $low) if $i == 0;
      $low = $self->{t0};
      $f->mov($j == 3 ? $acc[$i + 4] : $carry, $high);
    }
  }
  $f->xor($acc[7]->d, $acc[7]->d);
  $f->add($acc[1], $acc[1]);
  $f->adc($acc[$_], $acc[$_]) for 2 .. 6;
  $f->adc($acc[7], 0);
  $f->mov($low, $a);
  $f->mul($low);
  $f->mov($acc[0], $low);
  for my $i (1 .. 3) {
    # the carry word: what is added to word 2i - 1, below 2^64
    $f->mov($carry, $high);
    $f->mov($low, $a->at(8 * $i));
    $f->mul($low);
    $f->add($acc[2 * $i - 1], $carry);
    $f->adc($acc[2 * $i], $low);
    $f->adc($high, 0);
  }
  $f->add($acc[7], $high);
  return;
}

# ---- Montgomery reduction of the eight words, to v < p

# reduce: q is the lowest word; p + 1 = 2^96 + 2^192 P3, so q p cancels it and
# adds q 2^32 to word 1, which reaches into word 2, and q P3 to words 3 and 4.
# The lower four words alone become at most p; then the upper four are added.
# Pre: the eight words are below 2^256 p, which a b is if a < p, b < 2^256.
sub reduce {
  my ($self) = @_;
  $self->reduce_low;
  return $self->add_upper;
}

# add_upper adds the upper words, and brings the sum below p.
sub add_upper {
  my ($self) = @_;
  my ($f, $v, $u) = @{$self}{qw(f v u)};
  $f->add($u->[0], $v->[0]);
  $f->adc($u->[$_], $v->[$_]) for 1 .. 3;
  @{$self}{qw(v u)} = ($u, $v);
  return $self->reduce_once;
}

# reduce_low sets v = (v + q p) / 2^256.
sub reduce_low {
  my ($self) = @_;
  $self->reduce_word($_) for 0 .. 3;
  return;
}

# reduce_word is one of the four steps of reduce_low. Afterwards v[i] is the
# word that stands above v[3], or above what earlier steps put there.
sub reduce_word {
  my ($self, $i) = @_;
  my ($f, $t0, $t1, $t2) = @{$self}{qw(f t0 t1 t2)};
  my @word = map { $self->{v}[($i + $_) & 3] } 0 .. 3;
  my $q = $word[0];
  $f->mov($t0, $q);
  $f->shl($t0, 32);
  $f->mov($t1, $q);
  $f->shr($t1, 32);
  # q P3 = q 2^64 - q 2^32 + q
  $f->mov($t2, $q);
  $f->sub($t2, $t0);
  $f->sbb($q, $t1);
  $f->add($word[1], $t0);
  $f->adc($word[2], $t1);
  $f->adc($word[3], $t2);
  $f->adc($q, 0);
  return;
}

# product sets the eight words to a b, square to a^2.
sub product {
  my ($self, $a, $b) = @_;
  return $self->rows_adx($a, $b, 0) if $self->{form} eq 'adx';
  return $self->product_x86_64($a, $b);
}

sub square {
  my ($self, $a) = @_;
  return $self->square_adx($a) if $self->{form} eq 'adx';
  return $self->square_x86_64($a);
}

# mul sets v = a b / R, sqr v = a^2 / R. Pre: a < p, b < 2^256.
sub mul {
  my ($self, $a, $b) = @_;
  if ($self->{form} ne 'adx') {
    $self->product($a, $b);
    return $self->reduce;
  }
  $self->rows_adx($a, $b, 1);
  $self->reduce_word(3);
  return $self->add_upper;
}

sub sqr {
  my ($self, $a) = @_;
  $self->square($a);
  return $self->reduce;
}

# repeated_square sets out = a^(2^num) / R^(2^num - 1), and keeps the value
# there between two squares. The register left holds num > 0, and counts down.
sub repeated_square {
  my ($self, $out, $a, $left) = @_;
  my $f = $self->{f};
  my ($loop, $end) = map { $f->new_label($_) } qw(loop end);
  $self->sqr($a);
  $self->store($out);
  $f->place($loop);
  # invariant: out is a squared num - left + 1 times
  $f->dec($left);
  $f->jz($end);
  $self->sqr($out);
  $self->store($out);
  $f->jmp($loop);
  $f->place($end);
  return;
}

# mul_sub sets v = (a b - c) / R, where c are eight words, with one reduction
# for both. Below 0 the difference gets p 2^256, and is below that.
# Pre: a < p, b < 2^256, c < 2^256 p.
sub mul_sub {
  my ($self, $a, $b, $c) = @_;
  my ($f, $t0) = @{$self}{qw(f t0)};
  $self->product($a, $b);
  my @words = (@{$self->{v}}, @{$self->{u}});
  $f->sub($words[0], $c);
  $f->sbb($words[$_], $c->at(8 * $_)) for 1 .. 7;
  $f->sbb($t0, $t0);
  $self->add_masked($t0, $self->{u});
  return $self->reduce;
}

# from_montgomery sets v = v / R.
sub from_montgomery {
  my ($self) = @_;
  my $f = $self->{f};
  $self->reduce_low;
  $f->xor($self->{t0}->d, $self->{t0}->d);
  return $self->reduce_once;
}

1;
