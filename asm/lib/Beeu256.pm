# Variable-time inversion modulo a prime m, 2^255 < m < 2^256: the batched
# binary extended Euclidean algorithm of field/beeu_impl.h, with the updates of
# Update256.pm. a is F, b is G, and their coefficients modulo m, there u and v,
# are D and E.
#
# What differs from the C code: comparisons look at the top 64 bits; and the
# coefficients are divided by 2^64 a batch, so that after i batches
# a = D z 2^(3 i), b = E z 2^(3 i) modulo m, for z = x / start.
package Beeu256;

use strict;
use warnings;

use parent -norequire, 'Update256';

use Operand qw(mem);
use Update256;

use constant STEPS => 61;
# More than there ever are, and the power of finish fits four words. With the
# argument of field/beeu_impl.h: what makes both numbers smaller than 2^8 units
# of 2^-64 times the larger takes 56 bits off the larger, so that there are at
# most 4 such batches; after j of them |a b| < 2^(512 - 112 j), of which any
# other batch takes 41 bits: at most 14 + 11 + 9 + 6 + 3 of those.
use constant BATCHES => 85;

sub new {
  my ($class, $f, $form, @modulus) = @_;
  return Update256::new($class, $f, $form, STEPS, @modulus);
}

# invert leaves E with E 2^(3 i) = start / x and sets the power, four words of
# memory, to 2^(3 i); or goes to the label fail where x has no inverse. The
# registers are released once x and start were read.
sub invert {
  my ($self, $x, $start, $power, $fail, @registers) = @_;
  my $f = $self->{f};
  my ($loop, $done) = map { $f->new_label($_) } qw(batch done);
  $self->begin([F => $x], [G => $self->modulus], [D => $start], ['E']);
  $f->release(@registers);
  $f->mov($self->{count}, 0);
  my $t = $f->take('t');
  for my $i (0 .. 3) {
    $f->mov($t, $self->{F}->at(8 * $i));
    $i == 0 ? $f->sub($t, $self->modulus) : $f->sbb($t, $self->modulus($i));
  }
  $f->jnc($fail); # x >= m
  $f->place($loop);
  $f->mov($t, $self->{F});
  $f->or($t, $self->{F}->at(8 * $_)) for 1 .. 3;
  $f->jz($done);
  $f->add($self->{count}, 1);
  $f->cmp($self->{count}, BATCHES + 1);
  $f->jz($fail);
  $f->release($t);
  my %r = $self->take_batch;
  $self->tops(\%r);
  $self->batch(\%r);
  $self->put_matrix($r{t1}, @r{qw(u v q r)});
  $f->release(values %r);
  my $w = $self->take_working('p', 'q');
  $self->update($w);
  $self->make_positive($w, $w->{p}, 'F', 0);
  $self->make_positive($w, $w->{q}, 'G', 2);
  $self->update_mod($w);
  $self->release_working($w);
  $f->jmp($loop);
  $f->place($done);
  return $self->finish($power, $fail);
}

sub take_batch {
  my ($self) = @_;
  my $f = $self->{f};
  my %r = (z => $f->take_at('rcx', 'zeros'));
  $r{$_} = $f->take($_)
    for qw(a_low b_low a_top b_top u v q r stop t1 t2 t3 t4);
  return %r;
}

# tops sets a_low, b_low, and a_top, b_top to the 64 bits from the highest one
# bit of a | b on; zeros follow where there are fewer.
sub tops {
  my ($self, $r) = @_;
  my $f = $self->{f};
  my ($a, $b, $al, $bl, $x, $y, $any, $z) =
    @{$r}{qw(a_top b_top u q t1 t2 t3 z)};
  $f->mov($a, $self->{F});
  $f->mov($b, $self->{G});
  $f->mov($r->{a_low}, $a);
  $f->mov($r->{b_low}, $b);
  $f->xor($_->d, $_->d) for $al, $bl;
  for my $i (1 .. 3) {
    $f->mov($x, $self->{F}->at(8 * $i));
    $f->mov($y, $self->{G}->at(8 * $i));
    $f->mov($any, $x);
    $f->or($any, $y);
    $f->cmovnz($al, $a);
    $f->cmovnz($bl, $b);
    $f->cmovnz($a, $x);
    $f->cmovnz($b, $y);
  }
  $f->mov($any, $a);
  $f->or($any, $b); # not 0, because b is not
  $f->bsr($z, $any);
  $f->shr($_, 1) for $al, $bl;
  $f->shr($_, $z->b) for $al, $bl;
  $f->xor($z->d, 63);
  $f->shl($_, $z->b) for $a, $b;
  $f->or($a, $al);
  $f->or($b, $bl);
  return;
}

# halve strips the zeros of a, all that are left at most, and gives the flags of
# "none is left".
sub halve {
  my ($self, $r) = @_;
  my $f = $self->{f};
  my $z = $r->{z};
  if ($self->{form} eq 'adx') {
    $f->shrx($r->{$_}, $r->{$_}, $z) for qw(a_low stop a_top);
    $f->shlx($r->{$_}, $r->{$_}, $z) for qw(q r);
  } else {
    $f->shr($r->{$_}, $z->b) for qw(a_low stop a_top);
    $f->shl($r->{$_}, $z->b) for qw(q r);
  }
  $f->cmp($r->{stop}, 1);
  return;
}

# differences sets x and y to the differences of two pairs, the other way round
# in nx and ny.
sub differences {
  my ($self, $r, $pairs) = @_;
  my $f = $self->{f};
  my @t = @{$r}{qw(t1 t2 t3 t4)};
  for my $i (0, 1) {
    my ($x, $y) = @{$r}{@{$pairs->[$i]}};
    $f->mov($t[$i], $y);
    $f->sub($t[$i], $x);
  }
  for my $i (0, 1) {
    my ($x, $y) = @{$r}{@{$pairs->[$i]}};
    $f->mov($t[2 + $i], $x);
    $f->sub($t[2 + $i], $y);
  }
  return;
}

# exchange sets (x, y) = (x - y, y), or (y - x, x) where CF is 1, for two pairs,
# from the differences.
sub exchange {
  my ($self, $r, $pairs) = @_;
  my $f = $self->{f};
  my @t = @{$r}{qw(t1 t2 t3 t4)};
  for my $i (0, 1) {
    my ($x, $y) = @{$r}{@{$pairs->[$i]}};
    $f->cmovc($y, $x);
    $f->cmovc($t[2 + $i], $t[$i]);
    $f->mov($x, $t[2 + $i]);
  }
  return;
}

# batch: 61 halvings; stop is 2^(halvings left). TZCNT is encoded as a BSF with
# a prefix that older processors ignore; they agree for what is not 0.
sub batch {
  my ($self, $r) = @_;
  my $f = $self->{f};
  my ($loop, $end) = map { $f->new_label($_) } qw(loop end);
  my ($stop, $z) = @{$r}{qw(stop z)};
  $f->mov($stop, 1 << STEPS);
  $f->mov($r->{$_}, 1) for qw(u r);
  $f->xor($r->{$_}->d, $r->{$_}->d) for qw(v q);
  $f->mov($z, $r->{a_low});
  $f->or($z, $stop);
  $f->tzcnt($z, $z);
  $self->halve($r);
  $f->jz($end);
  $f->place($loop);
  my @rows = ([qw(u q)], [qw(v r)]);
  my @numbers = ([qw(a_low b_low)], [qw(a_top b_top)]);
  $self->differences($r, \@rows);
  $f->cmp(@{$r}{qw(a_top b_top)});
  $self->exchange($r, \@rows);
  $self->differences($r, \@numbers);
  $f->mov($z, $r->{t3});
  $self->exchange($r, \@numbers);
  $f->or($z, $stop);
  $f->tzcnt($z, $z);
  $self->halve($r);
  $f->jnz($loop);
  $f->place($end);
  return;
}

# make_positive negates a number, and its row of the matrix, if it is negative.
sub make_positive {
  my ($self, $w, $acc, $name, $row) = @_;
  my ($f, $t) = ($self->{f}, $w->{rax});
  my $skip = $f->new_label('positive');
  $f->test($acc->[4], $acc->[4]);
  $f->jns($skip);
  for my $i (0 .. 4) {
    $f->mov($t, 0);
    $i == 0 ? $f->sub($t, $acc->[0]) : $f->sbb($t, $acc->[$i]);
    $f->mov($self->{$name}->at(8 * $i), $t);
  }
  for my $i ($row, $row + 1) {
    # 2^STEPS - u from 2^STEPS + u
    $f->mov($t, 1 << (STEPS + 1));
    $f->sub($t, $self->{matrix}->at(8 * $i));
    $f->mov($self->{matrix}->at(8 * $i), $t);
  }
  $f->place($skip);
  return;
}

# finish: a = 0, and b is the gcd.
sub finish {
  my ($self, $power, $fail) = @_;
  my $f = $self->{f};
  my $z = $f->take_at('rcx', 'shift');
  my ($t, $word) = $f->take('t', 'word');
  $f->mov($t, $self->{G});
  $f->xor($t, 1);
  $f->or($t, $self->{G}->at(8 * $_)) for 1 .. 3;
  $f->jnz($fail);
  $f->mov($z, $self->{count});
  $f->lea($z, mem($z, 0, $z, 64 - STEPS - 1)); # times 64 - STEPS
  $f->mov($power->at(8 * $_), 0) for 0 .. 3;
  $f->mov($word, $z);
  $f->shr($word, 6);
  $f->mov($t, 1);
  $f->shl($t, $z->b); # by the remainder mod 64
  $f->mov(mem(@{$power}{qw(base displacement)}, $word, 8), $t);
  return $f->release($t, $word, $z);
}

1;
