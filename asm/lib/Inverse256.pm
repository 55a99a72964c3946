# Constant-time inversion modulo a prime m, 2^255 < m < 2^256, composed of the
# divsteps of Divsteps.pm and the updates of Update256.pm, as one function.
#
# Invariants after i batches and their updates, modulo m: f = d z 2^(4 i) and
# g = e z 2^(4 i), for z = a / start; |f| <= m, |g| <= m. A batch divides f and
# g by 2^60, and d and e by 2^64. d and e are updated one batch late, in the
# shadow of the steps of the next, which wait for each other.
#
# The bound of field/inverse_impl.h is 591 steps for 256 bits: ten batches.
package Inverse256;

use strict;
use warnings;

use parent -norequire, 'Update256';

use Divsteps;
use Operand qw(mem);
use Update256;

use constant BATCHES => 10;
my @ROUNDS = (20, 20, 20);
my $STEPS = 60; # of a batch

# shift_bits is what start has to be multiplied with: 2^(64 - 60) a batch.
sub shift_bits { return BATCHES * (64 - $STEPS) }

# Inverse256->new(FUNCTION, FORM, MODULUS, NAME): see Update256.pm.
sub new {
  my ($class, $f, $form, @modulus) = @_;
  my $self = Update256::new($class, $f, $form, $STEPS, @modulus);
  $self->{delta} = $f->local(8);
  return $self;
}

# invert sets out, in memory, to start / a / 2^shift_bits, or 0 for a = 0.
# a and start are in memory, a < m, start < 2^256. pointer is where the address
# of the result is. All registers must be free but those in the list, which are
# released once a and start were read.
sub invert {
  my ($self, $a, $start, $pointer, @registers) = @_;
  my $f = $self->{f};
  $self->begin([F => $self->modulus], [G => $a], [E => $start], ['D']);
  $f->mov($self->{delta}, 0);
  $f->mov($self->{count}, BATCHES);
  $f->release(@registers);
  return $self->batches($pointer);
}

sub batches {
  my ($self, $pointer) = @_;
  my $f = $self->{f};
  my ($loop, $last) = map { $f->new_label($_) } qw(batch last);
  $f->place($loop);
  # not in rax or rdx, which products take
  my $d = $f->take_at('rbp', 'd');
  my ($low_f, $low_g) = $f->take(qw(low_f low_g));
  $f->mov($d, $self->{delta});
  $f->mov($low_f, $self->{F});
  $f->mov($low_g, $self->{G});
  my $s = Divsteps->new($f, $d, $low_f, $low_g);
  $s->batch([@ROUNDS], sub { $self->catch_up($s) });
  $f->mov($self->{delta}, $d);
  my @total = @{$s->{total}};
  my $x = $s->{work}[0];
  $f->dec($self->{count});
  $f->jz($last);
  $self->put_matrix($x, @total);
  $f->release($d);
  $s->release;
  my $w = $self->take_working('p', 'q');
  $self->update($w);
  $f->jmp($loop);
  # from the jump above: the matrix is in the registers of the steps
  $f->place($last);
  $self->release_working($w);
  $self->last($s, $pointer);
  return;
}

# catch_up updates d and e by the matrix of the batch before, if there was one,
# between the steps of a round and what follows them.
sub catch_up {
  my ($self, $s) = @_;
  my $f = $self->{f};
  my $first = $f->new_label('first');
  $s->lend(sub {
    my $w = $self->take_working('p');
    $f->cmp($self->{count}, BATCHES);
    $f->jz($first);
    $self->update_mod_narrow($w);
    $f->place($first);
    $self->release_working($w);
  });
  $f->mov($s->{low_f}, $self->{F});
  $f->mov($s->{low_g}, $self->{G});
  return;
}

# last: now g = 0 and f = 1 or -1 (or d = 0, for a = 0), so the low word of
# u f + v g is 2^60 or -2^60, and its sign is that of d.
sub last {
  my ($self, $s, $pointer) = @_;
  my $f = $self->{f};
  my @name = map { $_->{binding}{name} } @{$s->{total}}[0, 1];
  my @row;
  for my $i (0, 1) {
    my $at = $Operand::GENERAL[$s->{total}[$i]{number}];
    $row[$i] = $f->take_at($at, $name[$i]);
  }
  my ($x, $y) = $f->take('x', 'y');
  $f->mov($x, $self->{F});
  $f->mov($y, $self->{G});
  $f->imul($x, $row[0]);
  $f->imul($y, $row[1]);
  $f->add($x, $y);
  $f->sar($x, 63);
  for my $i (0, 1) {
    $f->xor($row[$i], $x);
    $f->sub($row[$i], $x);
  }
  $self->put_matrix($y, @row);
  $f->release(@row, $x, $y);
  my $w = $self->take_working('p', 'q');
  $self->offset($w, $w->{p});
  $self->row_mod($w, 'p', 0);
  # below 2^256, so below 2m
  my @v = @{$w->{p}};
  my @u = @{$w->{q}};
  $f->mov($u[$_], $v[$_]) for 0 .. 3;
  $f->sub($u[0], $self->modulus(0));
  $f->sbb($u[$_], $self->modulus($_)) for 1 .. 3;
  $f->cmovc($u[$_], $v[$_]) for 0 .. 3;
  $f->mov($u[4], $pointer);
  $f->mov(mem($u[4], 8 * $_), $u[$_]) for 0 .. 3;
  return $self->release_working($w);
}

1;
