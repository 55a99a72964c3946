# Points of P-256, composed from the field of P256.pm. In Jacobian coordinates
# (X, Y, Z) is (X / Z^2, Y / Z^3); Z = 0 is infinity. In the coordinates called
# XYZZ, (X, Y, ZZ, ZZZ) with ZZ^3 = ZZZ^2 is (X / ZZ, Y / ZZZ).
package P256Point;

use strict;
use warnings;

use Operand qw(mem);
use P256;

# Bytes from one coordinate of a struct jacobian to the next: a field element
# of EC_MAX_LIMBS limbs. point_asm.h checks it.
use constant STRIDE => 72;

# P256Point->new(FUNCTION, FORM) binds the working registers of a P256; pointers
# to points are in rdi, rsi and rbx, which it leaves alone.
sub new {
  my ($class, $f, $form) = @_;
  return bless {f => $f, w => P256->new($f, $form)}, $class;
}

# coordinates are the memory of the fields of a struct: x, y, z, zz, zzz.
sub coordinates {
  my ($pointer, $count) = @_;
  return map { mem($pointer, STRIDE * $_) } 0 .. $count - 1;
}

# locals reserves num field elements in the frame, wide a product.
sub locals {
  my ($self, $num) = @_;
  return map { $self->{f}->local(32) } 1 .. $num;
}

sub wide { return $_[0]{f}->local(64) }

# double sets out = 2a:
#   M = 3 (X - Z^2) (X + Z^2) / 2, B = X Y^2,
#   X3 = M^2 - 2B, Y3 = M (B - X3) - Y^4, Z3 = Y Z.
# 4M + 4S. Products that do not depend on each other stand side by side.
sub double {
  my ($self, $out, $a) = @_;
  my $w = $self->{w};
  my ($x, $y, $z) = coordinates($a, 3);
  my ($x3, $y3, $z3) = coordinates($out, 3);
  my ($t, $e, $yy, $b, $m) = $self->locals(5);
  my $y4 = $self->wide;
  $w->sqr($z);
  $w->store($t);
  $w->add($x);
  $w->store($e); # X + Z^2
  $w->sqr($y);
  $w->store($yy);
  $w->load($x);
  $w->sub($t);
  $w->store($t); # X - Z^2
  $w->mul($y, $z);
  $w->store($z3);
  $w->mul($t, $e);
  $w->store($t);
  $w->half;
  $w->add($t);
  $w->store($m); # M
  $w->mul($x, $yy);
  $w->store($b); # B
  $w->square($yy);
  $w->store_wide($y4); # Y^4
  $w->sqr($m);
  $w->sub($b);
  $w->sub($b);
  $w->store($x3);
  $w->sub_from($b);
  $w->store($b); # B - X3
  $w->mul_sub($m, $b, $y4);
  $w->store($y3);
  return;
}

# finish sets X3 = r^2 - H^3 - 2V and Y3 = r (V - X3) - S1 H^3, with V = U1 H^2,
# where locals hold H^2 (in hh), H and r. U1 and S1 are read before X3 and Y3
# are written, so that they may be X and Y of out.
sub finish {
  my ($self, $out, $u1, $s1, $h, $hh, $r) = @_;
  my $w = $self->{w};
  my ($x3, $y3) = coordinates($out, 2);
  my ($v) = $self->locals(1);
  my $s1hhh = $self->wide;
  $w->mul($u1, $hh);
  $w->store($v);
  $w->mul($h, $hh);
  $w->store($hh); # H^3
  $w->product($s1, $hh);
  $w->store_wide($s1hhh); # S1 H^3
  $w->sqr($r);
  $w->sub($hh);
  $w->sub($v);
  $w->sub($v);
  $w->store($x3);
  $w->sub_from($v);
  $w->store($v); # V - X3
  $w->mul_sub($r, $v, $s1hhh);
  $w->store($y3);
  return;
}

# leave_if_zero goes to the label where the value is 0.
sub leave_if_zero {
  my ($self, $label) = @_;
  my ($f, $w) = @{$self}{qw(f w)};
  my @v = $w->value;
  $f->mov($w->{t0}, $v[0]);
  $f->or($w->{t0}, $v[$_]) for 1 .. 3;
  $f->jz($label);
  return;
}

# negate_y puts y into the local, negated where the mask (memory) is all ones.
# Pre: y is not 0, as on a curve of odd order.
sub negate_y {
  my ($self, $local, $y, $mask) = @_;
  my ($f, $w) = @{$self}{qw(f w)};
  $w->load($y);
  $w->negate;
  $f->bt($mask, 0);
  $f->cmovnc(($w->value)[$_], $y->at(8 * $_)) for 0 .. 3;
  $w->store($local);
  return;
}

# add_affine sets out = a + (x, y), or a - (x, y) by the mask, for a not
# infinity; 8M + 3S. pointer_b is the register for one more pointer, x and y are
# memory that holds pointers. It goes to the label special where H = 0, before
# out is touched.
sub add_affine {
  my ($self, $out, $a, $pointer_b, $x_at, $y_at, $mask, $special) = @_;
  my ($f, $w) = @{$self}{qw(f w)};
  my ($x1, $y1, $z1) = coordinates($a, 3);
  my $z3 = (coordinates($out, 3))[2];
  my ($zz, $h, $hh, $r) = $self->locals(4);
  my $b = mem($pointer_b);
  $w->sqr($z1);
  $w->store($zz);
  $f->mov($pointer_b, $x_at);
  $w->mul($b, $zz);
  $w->sub($x1);
  $w->store($h); # H = x Z^2 - X
  $self->leave_if_zero($special);
  $w->mul($z1, $zz);
  $w->store($zz); # Z^3
  $w->sqr($h);
  $w->store($hh);
  $f->mov($pointer_b, $y_at);
  $self->negate_y($r, $b, $mask);
  $w->mul($r, $zz);
  $w->sub($y1);
  $w->store($r); # r = y Z^3 - Y
  $w->mul($z1, $h);
  # U1 = X and S1 = Y are read after this, z is not
  $w->store($z3);
  return $self->finish($out, $x1, $y1, $h, $hh, $r);
}

# add_xyzz sets sum = sum + e, or sum - e by the mask, for an affine e and a sum
# in XYZZ coordinates that is not infinity; 8M + 2S:
#   P = x ZZ - X, R = y ZZZ - Y, Q = X P^2,
#   X3 = R^2 - P^3 - 2Q, Y3 = R (Q - X3) - Y P^3, ZZ3 = ZZ P^2, ZZZ3 = ZZZ P^3.
# ZZ3 and ZZZ3 stand between two products that wait for others.
sub add_xyzz {
  my ($self, $sum, $e, $mask) = @_;
  my $w = $self->{w};
  my ($x1, $y1, $zz, $zzz) = coordinates($sum, 4);
  my ($x2, $y2) = coordinates($e, 2);
  my ($p, $r, $pp, $ppp, $q, $rr) = $self->locals(6);
  my $yppp = $self->wide;
  $w->mul($x2, $zz);
  $w->sub($x1);
  $w->store($p);
  $self->negate_y($r, $y2, $mask);
  $w->mul($r, $zzz);
  $w->sub($y1);
  $w->store($r);
  $w->sqr($p);
  $w->store($pp);
  $w->sqr($r);
  $w->store($rr);
  $w->mul($p, $pp);
  $w->store($ppp);
  $w->mul($x1, $pp);
  $w->store($q);
  $w->product($y1, $ppp);
  $w->store_wide($yppp);
  $w->load($rr);
  $w->sub($ppp);
  $w->sub($q);
  $w->sub($q);
  $w->store($x1);
  $w->sub_from($q);
  $w->store($q); # Q - X3
  $w->mul($zz, $pp);
  $w->store($zz);
  $w->mul($zzz, $ppp);
  $w->store($zzz);
  $w->mul_sub($r, $q, $yppp);
  $w->store($y1);
  return;
}

# add sets out = a + b for points that are not infinity; b has Z^2 and Z^3 as
# well. 11M + 3S.
sub add {
  my ($self, $out, $a, $b) = @_;
  my $w = $self->{w};
  my ($x1, $y1, $z1) = coordinates($a, 3);
  my ($x2, $y2, $z2, $zz2, $zzz2) = coordinates($b, 5);
  my $z3 = (coordinates($out, 3))[2];
  my ($zz, $u1, $h, $s1, $hh, $r) = $self->locals(6);
  $w->sqr($z1);
  $w->store($zz);
  $w->mul($x1, $zz2);
  $w->store($u1);
  $w->mul($x2, $zz);
  $w->sub($u1);
  $w->store($h); # H = U2 - U1
  $w->mul($z1, $zz);
  $w->store($zz); # Z1^3
  $w->sqr($h);
  $w->store($hh);
  $w->mul($y1, $zzz2);
  $w->store($s1);
  $w->mul($y2, $zz);
  $w->sub($s1);
  $w->store($r); # r = S2 - S1
  $w->mul($z1, $z2);
  $w->store($zz);
  $w->mul($zz, $h);
  $w->store($z3);
  return $self->finish($out, $u1, $s1, $h, $hh, $r);
}

1;
