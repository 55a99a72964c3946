# The field of P-256 as pieces of code, in two forms: 'adx' with MULX, ADCX and
# ADOX, and 'x86_64' for any processor. Field elements are 256-bit integers
# below p = 2^256 - 2^224 + 2^192 + 2^96 - 1, in Montgomery form, R = 2^256.
#
# An object of this class owns the working registers of a function: v, the four
# registers with the current value; u, four more; rdx; and t0, t1, t2. All
# methods take operands from memory, work on v, and may change all the others.
package P256;

use strict;
use warnings;

use Operand qw(symbol);
use P256Product;

our @ISA = ('P256Product');

use constant P =>
  'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff';

# constants gives a generator p in memory, where subtractions take it from: as
# an immediate it would take instructions on the arithmetic units, which are
# what limits all this.
sub constants {
  my ($g) = @_;
  $g->data('p256_p', 64, Operand::words(P, 4));
  return;
}

sub new {
  my ($class, $f, $form) = @_;
  my $self = bless {f => $f, form => $form}, $class;
  $self->{rdx} = $f->take_at('rdx', 'multiplier');
  # MUL wants rax
  $self->{t0} = $f->take_at('rax', 't0');
  ($self->{t1}, $self->{t2}) = $f->take('t1', 't2');
  $self->{v} = [$f->take(map { "acc$_" } 0 .. 3)];
  $self->{u} = [$f->take(map { "acc$_" } 4 .. 7)];
  return $self;
}

# release gives all working registers back.
sub release {
  my ($self) = @_;
  $self->{f}->release(@{$self}{qw(rdx t0 t1 t2)}, @{$self->{v}},
                      @{$self->{u}});
  return;
}

sub value { return @{$_[0]{v}} }

# load sets v = a; store sets out = v.
sub load {
  my ($self, $a) = @_;
  $self->{f}->mov($self->{v}[$_], $a->at(8 * $_)) for 0 .. 3;
  return;
}

sub store {
  my ($self, $out) = @_;
  $self->{f}->mov($out->at(8 * $_), $self->{v}[$_]) for 0 .. 3;
  return;
}

# store_wide sets out to all the eight words of a product.
sub store_wide {
  my ($self, $out) = @_;
  my @words = (@{$self->{v}}, @{$self->{u}});
  $self->{f}->mov($out->at(8 * $_), $words[$_]) for 0 .. 7;
  return;
}

# reduce_once sets v = w mod p, w = CF 2^256 + v. Pre: w < 2p.
#
# With c the carry and b the borrow of v - p: w >= p iff c = b (c = 1 implies
# b = 1), that is iff -c + b = 0.
sub reduce_once {
  my ($self) = @_;
  my ($f, $t0, $v, $u) = @{$self}{qw(f t0 v u)};
  $f->sbb($t0, $t0);
  $f->mov($u->[$_], $v->[$_]) for 0 .. 3;
  $f->sub($u->[0], -1);
  $f->sbb($u->[1], symbol('p256_p', 8));
  $f->sbb($u->[2], 0);
  $f->sbb($u->[3], symbol('p256_p', 24));
  $f->adc($t0, 0);
  $f->cmovnz($u->[$_], $v->[$_]) for 0 .. 3;
  @{$self}{qw(v u)} = ($u, $v);
  return;
}

# add_masked sets v = v + (p & mask) mod 2^256, or other words than v, and CF
# to the carry. Words of p: -1, 2^32 - 1, 0 and -(2^32 - 1).
sub add_masked {
  my ($self, $mask, $words) = @_;
  my ($f, $t1, $t2) = @{$self}{qw(f t1 t2)};
  my @v = @{$words // $self->{v}};
  $f->mov($t1->d, $mask->d);
  $f->mov($t2, $t1);
  $f->neg($t2);
  $f->add($v[0], $mask);
  $f->adc($v[1], $t1);
  $f->adc($v[2], 0);
  $f->adc($v[3], $t2);
  return;
}

# add sets v = v + a.
sub add {
  my ($self, $a) = @_;
  my ($f, $v) = @{$self}{qw(f v)};
  $f->add($v->[0], $a);
  $f->adc($v->[$_], $a->at(8 * $_)) for 1 .. 3;
  return $self->reduce_once;
}

# sub sets v = v - a.
sub sub {
  my ($self, $a) = @_;
  my ($f, $v, $t0) = @{$self}{qw(f v t0)};
  $f->sub($v->[0], $a);
  $f->sbb($v->[$_], $a->at(8 * $_)) for 1 .. 3;
  $f->sbb($t0, $t0);
  return $self->add_masked($t0);
}

# sub_from sets v = a - v.
sub sub_from {
  my ($self, $a) = @_;
  my ($f, $v, $u, $t0) = @{$self}{qw(f v u t0)};
  $f->mov($u->[$_], $a->at(8 * $_)) for 0 .. 3;
  $f->sub($u->[0], $v->[0]);
  $f->sbb($u->[$_], $v->[$_]) for 1 .. 3;
  $f->sbb($t0, $t0);
  @{$self}{qw(v u)} = ($u, $v);
  return $self->add_masked($t0);
}

# double sets v = 2v.
sub double {
  my ($self) = @_;
  my ($f, $v) = @{$self}{qw(f v)};
  $f->add($v->[0], $v->[0]);
  $f->adc($v->[$_], $v->[$_]) for 1 .. 3;
  return $self->reduce_once;
}

# half sets v = v / 2: v or, where it is odd, v + p, shifted right.
sub half {
  my ($self) = @_;
  my ($f, $v, $t0) = @{$self}{qw(f v t0)};
  $f->mov($t0, $v->[0]);
  $f->and($t0, 1);
  $f->neg($t0);
  $self->add_masked($t0);
  $f->rcr($v->[$_], 1) for reverse 0 .. 3;
  return;
}

# negate sets v = -v. 0 - 0 borrows nothing and stays 0.
sub negate {
  my ($self) = @_;
  my ($f, $v, $u, $t0) = @{$self}{qw(f v u t0)};
  $f->xor($u->[$_]->d, $u->[$_]->d) for 0 .. 3;
  $f->sub($u->[0], $v->[0]);
  $f->sbb($u->[$_], $v->[$_]) for 1 .. 3;
  $f->sbb($t0, $t0);
  @{$self}{qw(v u)} = ($u, $v);
  return $self->add_masked($t0);
}

1;
