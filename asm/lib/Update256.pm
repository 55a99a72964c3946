# The long numbers of an inversion modulo a prime m, 2^255 < m < 2^256, and what
# a matrix of many steps makes of them: f and g, signed integers of five words,
# the fifth the sign, which it divides by 2^steps; and their coefficients d and
# e modulo m, in [0, 2^256), which it divides, by Montgomery's method, by 2^64.
package Update256;

use strict;
use warnings;

use Math::BigInt;
use Operand qw(symbol);

# Update256->new(FUNCTION, FORM, STEPS, MODULUS, NAME): the modulus in
# hexadecimal, and the name of the data that data() gives. steps <= 61: the sums
# of update are below 3 2^steps 2^256, and signed.
sub new {
  my ($class, $f, $form, $steps, $modulus, $name) = @_;
  my $self = bless {f => $f, form => $form, name => $name, steps => $steps},
    $class;
  # m = -1 mod 2^64, as for the prime of P-256, saves multiplications
  $self->{plain_q} = $modulus =~ /f{16}$/i;
  @{$self}{qw(F G D E)} = map { $f->local(40) } 1 .. 4;
  $self->{matrix} = $f->local(32);
  $self->{sum} = $f->local(40);
  $self->{next} = $f->local(32);
  $self->{count} = $f->local(8);
  return $self;
}

# data is m, 2m (five words) and -1/m mod 2^64.
sub data {
  my ($modulus) = @_;
  my $m = Math::BigInt->from_hex($modulus);
  my $word = Math::BigInt->new(2)->bpow(64);
  my $n0 = $word - $m->copy->bmodinv($word);
  return (Operand::words($m->to_hex, 4), Operand::words((2 * $m)->to_hex, 5),
          Operand::words($n0->to_hex, 1));
}

sub modulus { return symbol($_[0]{name}, 8 * ($_[1] // 0)) }
sub twice { return symbol($_[0]{name}, 32 + 8 * $_[1]) }
sub n0 { return symbol($_[0]{name}, 72) }

# begin sets the long numbers: to what memory holds, or to 0.
sub begin {
  my ($self, @pairs) = @_;
  my $f = $self->{f};
  my $x = $f->take('x');
  for my $pair (@pairs) {
    my ($name, $from) = @$pair;
    for my $i (0 .. 4) {
      $f->mov($x, $from && $i < 4 ? $from->at(8 * $i) : 0);
      $f->mov($self->{$name}->at(8 * $i), $x);
    }
  }
  return $f->release($x);
}

# put_matrix stores the coefficients plus 2^steps, which are not negative.
sub put_matrix {
  my ($self, $x, @rows) = @_;
  my $f = $self->{f};
  $f->mov($x, 1 << $self->{steps});
  for my $i (0 .. $#rows) {
    $f->add($rows[$i], $x);
    $f->mov($self->{matrix}->at(8 * $i), $rows[$i]);
  }
  return;
}

# ---- Products: five words plus a number times a word

# take_working binds accumulators of five words, p and q or p alone, and what
# products need.
sub take_working {
  my ($self, @accumulators) = @_;
  my $f = $self->{f};
  my %w = (rdx => $f->take_at('rdx', 'multiplier'),
           rax => $f->take_at('rax', 'low'));
  ($w{high}, $w{zero}) = $f->take('high', 'zero');
  for my $name (@accumulators) {
    $w{$name} = [$f->take(map { "$name$_" } 0 .. 4)];
  }
  return \%w;
}

sub release_working {
  my ($self, $w) = @_;
  $self->{f}->release(map { ref eq 'ARRAY' ? @$_ : $_ } values %$w);
  return;
}

# multiply sets acc = x a, or adds it where add is set: acc has five words, x is
# a word in memory or a register, a four words in memory. With add the carry is
# in CF, or, in the form adx, in CF or OF.
sub multiply {
  my ($self, $w, $acc, $x, $a, $add) = @_;
  my $f = $self->{f};
  my ($rdx, $low, $high, $zero) = @{$w}{qw(rdx rax high zero)};
  if ($self->{form} eq 'adx') {
    $f->mov($rdx, $x) unless ref $x eq 'Operand::Register' && $x == $rdx;
    if (!$add) {
      $f->mulx($acc->[1], $acc->[0], $a);
      for my $j (1 .. 3) {
        $f->mulx($acc->[$j + 1], $low, $a->at(8 * $j));
        $j == 1 ? $f->add($acc->[$j], $low) : $f->adc($acc->[$j], $low);
      }
      return $f->adc($acc->[4], 0);
    }
    $f->xor($zero->d, $zero->d);
    for my $j (0 .. 3) {
      $f->mulx($high, $low, $a->at(8 * $j));
      $f->adcx($acc->[$j], $low);
      $f->adox($acc->[$j + 1], $high);
    }
    return $f->adcx($acc->[4], $zero);
  }
  # zero is the carry word
  for my $j (0 .. 3) {
    $f->mov($low, $a->at(8 * $j));
    $f->mul($x);
    if ($j > 0) {
      $f->add($low, $zero);
      $f->adc($rdx, 0);
    }
    if ($add) {
      $f->add($acc->[$j], $low);
      $f->adc($rdx, 0);
    } else {
      $f->mov($acc->[$j], $low);
    }
    $f->mov($zero, $rdx);
  }
  $add ? $f->add($acc->[4], $zero) : $f->mov($acc->[4], $zero);
  return;
}

# row sets acc = x a + y b for signed a and b of five words, x and y words of
# the matrix.
sub row {
  my ($self, $w, $acc, $i) = @_;
  my ($f, $t) = ($self->{f}, $w->{rax});
  my @terms = ([$i, 'F'], [$i + 1, 'G']);
  for my $term (@terms) {
    my $x = $self->{matrix}->at(8 * $term->[0]);
    $self->multiply($w, $acc, $x, $self->{$term->[1]}, $term->[0] != $i);
  }
  for my $term (@terms) {
    $f->mov($t, $self->{matrix}->at(8 * $term->[0]));
    $f->and($t, $self->{$term->[1]}->at(32));
    $f->sub($acc->[4], $t);
  }
  return;
}

# shift_right sets acc = acc / 2^steps, with its sign.
sub shift_right {
  my ($self, $w, $acc) = @_;
  my ($f, $t) = ($self->{f}, $w->{rax});
  for my $i (0 .. 3) {
    $f->mov($t, $acc->[$i + 1]);
    $f->shr($acc->[$i], $self->{steps});
    $f->shl($t, 64 - $self->{steps});
    $f->or($acc->[$i], $t);
  }
  $f->sar($acc->[4], $self->{steps});
  return;
}

# update sets f = (u f + v g) / 2^steps - (f + g) of the positive u and v, which
# is what the signed ones make, and g likewise. The carries out of the fifth
# word are the signs.
sub update {
  my ($self, $w) = @_;
  my ($f, $t) = ($self->{f}, $w->{rax});
  my ($p, $q) = @{$w}{qw(p q)};
  for my $i (0 .. 4) {
    $f->mov($t, $self->{F}->at(8 * $i));
    $i == 0 ? $f->add($t, $self->{G}) : $f->adc($t, $self->{G}->at(8 * $i));
    $f->mov($self->{sum}->at(8 * $i), $t);
  }
  $self->row($w, $p, 0);
  $self->row($w, $q, 2);
  for my $pair ([$p, 'F'], [$q, 'G']) {
    my ($acc, $name) = @$pair;
    $self->shift_right($w, $acc);
    for my $i (0 .. 4) {
      my $sum = $self->{sum}->at(8 * $i);
      $i == 0 ? $f->sub($acc->[$i], $sum) : $f->sbb($acc->[$i], $sum);
      $f->mov($self->{$name}->at(8 * $i), $acc->[$i]);
    }
  }
  return;
}

# offset sets acc = 2^steps (2m - d - e) modulo 2^320.
sub offset {
  my ($self, $w, $acc) = @_;
  my ($f, $t) = ($self->{f}, $w->{rax});
  $f->mov($acc->[$_], $self->twice($_)) for 0 .. 4;
  for my $name (qw(D E)) {
    for my $i (0 .. 3) {
      my $from = $self->{$name}->at(8 * $i);
      $i == 0 ? $f->sub($acc->[$i], $from) : $f->sbb($acc->[$i], $from);
    }
    $f->sbb($acc->[4], 0);
  }
  for my $i (4, 3, 2, 1) {
    $f->mov($t, $acc->[$i - 1]);
    $f->shl($acc->[$i], $self->{steps});
    $f->shr($t, 64 - $self->{steps});
    $f->or($acc->[$i], $t);
  }
  $f->shl($acc->[0], $self->{steps});
  return;
}

# row_mod adds x d + y e to the offset in acc, where x and y are the positive
# coefficients: the sum is that of the signed ones plus 2^steps 2m, in
# (0, 3 2^317). Then it divides by 2^64 modulo m: what comes of that is below
# m + 3 2^253, and m less where it is 2^256 or more. The result is in w->{p}
# or w->{q}, where acc was, as the first four words.
sub row_mod {
  my ($self, $w, $name, $i) = @_;
  my $acc = $w->{$name};
  $self->multiply($w, $acc, $self->{matrix}->at(8 * $i), $self->{D}, 1);
  $self->multiply($w, $acc, $self->{matrix}->at(8 * $i + 8), $self->{E}, 1);
  $self->{plain_q} ? $self->reduce_plain($w, $acc) : $self->reduce($w, $acc);
  push @$acc, shift @$acc;
  return;
}

# reduce adds the multiple of m that makes the lowest word 0, and takes the
# carry away.
sub reduce {
  my ($self, $w, $acc) = @_;
  my $f = $self->{f};
  my $q = $w->{$self->{form} eq 'adx' ? 'rdx' : 'high'};
  $f->mov($q, $acc->[0]);
  $f->imul($q, $self->n0);
  $self->multiply($w, $acc, $q, $self->modulus, 1);
  # acc[0] is 0 now, and free; the carry is in one of the two chains
  my $mask = $acc->[0];
  my @t = @{$w}{qw(rdx rax high zero)};
  if ($self->{form} eq 'adx') {
    $f->adcx($mask, $w->{zero});
    $f->adox($mask, $w->{zero});
    $f->neg($mask);
  } else {
    $f->sbb($mask, $mask);
  }
  for my $j (0 .. 3) {
    $f->mov($t[$j], $self->modulus($j));
    $f->and($t[$j], $mask);
  }
  $f->sub($acc->[1], $t[0]);
  $f->sbb($acc->[$_ + 1], $t[$_]) for 1 .. 3;
  return;
}

# reduce_plain: q is the lowest word; q P3 = q 2^64 - q 2^32 + q, see P256.pm.
sub reduce_plain {
  my ($self, $w, $acc) = @_;
  my $f = $self->{f};
  my ($t0, $t1, $t2, $t3) = @{$w}{qw(rdx rax high zero)};
  my $q = $acc->[0];
  $f->mov($t0, $q);
  $f->shl($t0, 32);
  $f->mov($t1, $q);
  $f->shr($t1, 32);
  $f->mov($t2, $q);
  $f->sub($t2, $t0);
  $f->sbb($q, $t1);
  $f->add($acc->[1], $t0);
  $f->adc($acc->[2], $t1);
  $f->adc($acc->[3], $t2);
  $f->adc($acc->[4], $q);
  # less p where there is a carry
  my $mask = $q;
  $f->sbb($mask, $mask);
  $f->mov($t1, $mask);
  $f->shr($t1, 32);
  $f->mov($t3, $self->modulus(3));
  $f->and($t3, $mask);
  $f->sub($acc->[1], $mask);
  $f->sbb($acc->[2], $t1);
  $f->sbb($acc->[3], 0);
  $f->sbb($acc->[4], $t3);
  return;
}

# update_mod sets d = (u d + v e) / 2^64 and e = (q d + r e) / 2^64.
sub update_mod {
  my ($self, $w) = @_;
  my $f = $self->{f};
  $self->offset($w, $w->{p});
  $f->mov($w->{q}[$_], $w->{p}[$_]) for 0 .. 4;
  $self->row_mod($w, 'p', 0);
  $self->row_mod($w, 'q', 2);
  $f->mov($self->{D}->at(8 * $_), $w->{p}[$_]) for 0 .. 3;
  $f->mov($self->{E}->at(8 * $_), $w->{q}[$_]) for 0 .. 3;
  return;
}

# update_mod_narrow is the same with one accumulator.
sub update_mod_narrow {
  my ($self, $w) = @_;
  my ($f, $p, $t) = ($self->{f}, $w->{p}, $w->{rax});
  $self->offset($w, $p);
  $f->mov($self->{sum}->at(8 * $_), $p->[$_]) for 0 .. 4;
  $self->row_mod($w, 'p', 0);
  $f->mov($self->{next}->at(8 * $_), $p->[$_]) for 0 .. 3;
  $f->mov($p->[$_], $self->{sum}->at(8 * $_)) for 0 .. 4;
  $self->row_mod($w, 'p', 2);
  $f->mov($self->{E}->at(8 * $_), $p->[$_]) for 0 .. 3;
  for my $i (0 .. 3) {
    $f->mov($t, $self->{next}->at(8 * $i));
    $f->mov($self->{D}->at(8 * $i), $t);
  }
  return;
}

1;
