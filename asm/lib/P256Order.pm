# Arithmetic modulo the order n of P-256: that of P256.pm, with a Montgomery
# reduction that multiplies. The data that data() gives have the name of the
# constructor's last argument.
package P256Order;

use strict;
use warnings;

use parent -norequire, 'P256';

use Math::BigInt;
use Operand qw(symbol);
use P256;

use constant N =>
  'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';

sub new {
  my ($class, $f, $form, $name) = @_;
  my $self = P256::new($class, $f, $form);
  $self->{name} = $name;
  return $self;
}

# data is n and -1/n mod 2^64.
sub data {
  my $n = Math::BigInt->from_hex(N);
  my $word = Math::BigInt->new(2)->bpow(64);
  my $n0 = $word - $n->copy->bmodinv($word);
  return (Operand::words(N, 4), Operand::words($n0->to_hex, 1));
}

sub modulus { return symbol($_[0]{name}, 8 * $_[1]) }
sub n0 { return symbol($_[0]{name}, 32) }

# reduce_once sets v = w mod n, w = CF 2^256 + v, as in P256.pm. Pre: w < 2n.
sub reduce_once {
  my ($self) = @_;
  my ($f, $t0, $v, $u) = @{$self}{qw(f t0 v u)};
  $f->sbb($t0, $t0);
  $f->mov($u->[$_], $v->[$_]) for 0 .. 3;
  $f->sub($u->[0], $self->modulus(0));
  $f->sbb($u->[$_], $self->modulus($_)) for 1 .. 3;
  $f->adc($t0, 0);
  $f->cmovnz($u->[$_], $v->[$_]) for 0 .. 3;
  @{$self}{qw(v u)} = ($u, $v);
  return;
}

# reduce_word adds q n, for the q that makes the lowest word 0: one of the four
# steps of reduce_low. The four words v are below 2^256 before and after it.
sub reduce_word {
  my ($self, $i) = @_;
  my ($f, $rdx, $t0, $t1, $t2) = @{$self}{qw(f rdx t0 t1 t2)};
  my @word = map { $self->{v}[($i + $_) & 3] } 0 .. 3;
  if ($self->{form} eq 'adx') {
    $f->mov($rdx, $word[0]);
    $f->imul($rdx, $self->n0);
    $f->xor($t2->d, $t2->d);
    for my $j (0 .. 3) {
      # word 0 is 0 after the first of these, and then the top
      $f->mulx($t1, $t0, $self->modulus($j));
      $f->adcx($word[$j], $t0);
      $f->adox($word[($j + 1) & 3], $t1);
    }
    $f->adcx($word[0], $t2);
    return;
  }
  $f->mov($t2, $word[0]);
  $f->imul($t2, $self->n0);
  for my $j (0 .. 3) {
    $f->mov($t0, $self->modulus($j));
    $f->mul($t2);
    if ($j > 0) {
      $f->add($t0, $t1);
      $f->adc($rdx, 0);
    }
    $f->add($word[$j], $t0);
    $f->adc($rdx, 0);
    $f->mov($t1, $rdx);
  }
  $f->mov($word[0], $t1);
  return;
}

1;
