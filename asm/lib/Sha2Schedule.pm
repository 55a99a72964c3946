# The message schedule of SHA-2 in vectors (FIPS 180-4, 6.2.2 and 6.4.2, step
# 1), for Sha2.pm. In SSE2 a vector holds words of one block; in AVX2 its
# lower half those of one block and its upper half those of the next, so that
# the schedules of two blocks cost what that of one does.
package Sha2Schedule;

use strict;
use warnings;

use Operand qw(mem symbol);

# By bits of a word: its letter in the names of instructions; the rotations
# and, last, the shift of the two functions sigma.
my %SHAPE = (
  32 => {letter => 'd', sigma0 => [7, 18, 3], sigma1 => [17, 19, 10]},
  64 => {letter => 'q', sigma0 => [1, 8, 7], sigma1 => [19, 61, 6]});

# Constants that add_data defines, in both halves of a vector: the bytes of a
# big-endian word reversed, and a word of 64 bits rotated right by 8.
my %ORDER = (
  32 => ['0x0405060700010203', '0x0c0d0e0f08090a0b'],
  64 => ['0x0001020304050607', '0x08090a0b0c0d0e0f']);
my @RIGHT_8 = ('0x0007060504030201', '0x080f0e0d0c0b0a09');

sub add_data {
  my ($g, $bits) = @_;
  my $name = 'sha' . 8 * $bits;
  $g->data("${name}_order", 64, (@{$ORDER{$bits}}) x 2);
  $g->data("${name}_right_8", 64, (@RIGHT_8) x 2) if $bits == 64;
  return;
}

# Sha2Schedule->new(FUNCTION, BITS, WIDE) binds vectors: w for the last sixteen
# words W[t - 16] ... W[t - 1], v for what is temporary.
sub new {
  my ($class, $f, $bits, $wide) = @_;
  my $self = bless {f => $f, bits => $bits, wide => $wide, %{$SHAPE{$bits}},
                    name => 'sha' . 8 * $bits}, $class;
  my $width = $wide ? 256 : 128;
  $self->{w} = [$f->take_vector($width, map { "w$_" } 0 .. $bits / 8 - 1)];
  $self->{v} = [$f->take_vector($width, map { "v$_" } 0 .. 2)];
  if ($wide && $bits == 64) {
    $self->{right_8} = $f->take_vector($width, 'right_8');
    $f->vmovdqu($self->{right_8}, symbol("$self->{name}_right_8"));
  }
  return $self;
}

# stride is how far apart in memory the words of one block are that stand in
# two vectors; what lies between are the words of the other block.
sub stride { return $_[0]{wide} ? 32 : 16 }

# ---- Instructions on vectors; the destination is apart from the operands

sub op {
  my ($self, $name, $out, $a, $b) = @_;
  my $f = $self->{f};
  if ($self->{wide}) {
    my $method = "v$name";
    return $f->$method($out, $a, $b);
  }
  $f->movdqa($out, $a) if $out->{number} != $a->{number};
  return $f->$name($out, $b);
}

sub add { my ($s, @abc) = @_; return $s->op("padd$s->{letter}", @abc) }
sub xor { my ($s, @abc) = @_; return $s->op('pxor', @abc) }
sub shr { my ($s, @abc) = @_; return $s->op("psrl$s->{letter}", @abc) }
sub shl { my ($s, @abc) = @_; return $s->op("psll$s->{letter}", @abc) }

sub pshufd {
  my ($self, @abc) = @_;
  my $method = $self->{wide} ? 'vpshufd' : 'pshufd';
  return $self->{f}->$method(@abc);
}

# store puts a vector where stores of its size are aligned.
sub store {
  my ($self, $memory, $a) = @_;
  my $method = $self->{wide} ? 'vmovdqa' : 'movdqa';
  return $self->{f}->$method($memory, $a);
}

sub zero { my ($self, $a) = @_; return $self->xor($a, $a, $a) }

# next_word sets out to the words of low and high from the second one on.
sub next_word {
  my ($self, $out, $high, $low) = @_;
  my $f = $self->{f};
  return $f->vpalignr($out, $high, $low, $self->{bits} / 8) if $self->{wide};
  $f->movdqa($out, $low);
  return $f->shufpd($out, $high, 1) if $self->{bits} == 64;
  $f->movss($out, $high);
  return $f->pshufd($out, $out, 0x39);
}

# rotate_xor xors x, rotated right, into sum. t is free.
sub rotate_xor {
  my ($self, $sum, $x, $by, $t) = @_;
  if ($by == 8 && $self->{right_8}) {
    $self->op('pshufb', $t, $x, $self->{right_8});
    return $self->xor($sum, $sum, $t);
  }
  $self->shr($t, $x, $by);
  $self->xor($sum, $sum, $t);
  $self->shl($t, $x, $self->{bits} - $by);
  return $self->xor($sum, $sum, $t);
}

# sigma sets sum to the function sigma of that shape.
sub sigma {
  my ($self, $sum, $x, $shape, $t) = @_;
  my ($r0, $r1, $shift) = @$shape;
  $self->shr($sum, $x, $shift);
  $self->rotate_xor($sum, $x, $r0, $t);
  return $self->rotate_xor($sum, $x, $r1, $t);
}

# sigma1_of_two sets sum to sigma 1 of two words of 32 bits. Each stands twice
# in a quarter of x: there a shift by 64 bits is a rotation in the lower word,
# so that the results are words 0 and 2 of sum.
sub sigma1_of_two {
  my ($self, $sum, $x, $t) = @_;
  my ($r0, $r1, $shift) = @{$self->{sigma1}};
  $self->shr($sum, $x, $shift);
  $self->op('psrlq', $t, $x, $r0);
  $self->xor($sum, $sum, $t);
  $self->op('psrlq', $t, $x, $r1);
  return $self->xor($sum, $sum, $t);
}

# ---- Steps

# load reads sixteen words of the block, in AVX2 also those of the block after
# it, at `second`.
sub load {
  my ($self, $first, $second) = @_;
  my $f = $self->{f};
  for my $i (0 .. $#{$self->{w}}) {
    my $w = $self->{w}[$i];
    if ($self->{wide}) {
      $f->vmovdqu($w->x, mem($first, 16 * $i));
      $f->vinserti128($w, $w, mem($second, 16 * $i), 1);
      $f->vpshufb($w, $w, symbol("$self->{name}_order"));
    } else {
      $f->movdqu($w, mem($first, 16 * $i));
      $self->swap_bytes($w, $self->{v}[0]);
    }
  }
  return;
}

# swap_bytes without SSSE3: in pairs, then the pairs.
sub swap_bytes {
  my ($self, $w, $t) = @_;
  my $f = $self->{f};
  my $order = $self->{bits} == 64 ? 0x1b : 0xb1;
  $f->movdqa($t, $w);
  $f->psllw($t, 8);
  $f->psrlw($w, 8);
  $f->por($w, $t);
  $f->pshuflw($w, $w, $order);
  return $f->pshufhw($w, $w, $order);
}

# store_sums stores K[t] + W[t] of the words of vector i.
sub store_sums {
  my ($self, $i, $k, $kw) = @_;
  my $f = $self->{f};
  my $t = $self->{v}[0];
  my $method = $self->{wide} ? 'vbroadcasti128' : 'movdqu';
  $f->$method($t, $k->at(16 * $i));
  $self->add($t, $t, $self->{w}[$i]);
  return $self->store($kw->at($self->stride * $i), $t);
}

# extend replaces the words of vector i, which are the oldest, by the next:
# W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16].
sub extend {
  my ($self, $i) = @_;
  my $num = @{$self->{w}};
  my @w = map { $self->{w}[($i + $_) % $num] } 0 .. $num - 1;
  my ($x, $sum, $t) = @{$self->{v}};
  $self->next_word($x, $w[1], $w[0]);
  $self->sigma($sum, $x, $self->{sigma0}, $t);
  $self->next_word($x, $w[$num / 2 + 1], $w[$num / 2]);
  $self->add($w[0], $w[0], $x);
  $self->add($w[0], $w[0], $sum);
  if ($self->{bits} == 64) {
    $self->sigma($sum, $w[-1], $self->{sigma1}, $t);
    return $self->add($w[0], $w[0], $sum);
  }
  # the upper two of four words need the lower two
  $self->pshufd($x, $w[3], 0xfa);
  $self->sigma1_of_two($sum, $x, $t);
  $self->pshufd($sum, $sum, 0x80);
  $self->op('psrldq', $sum, $sum, 8);
  $self->add($w[0], $w[0], $sum);
  $self->pshufd($x, $w[0], 0x50);
  $self->sigma1_of_two($sum, $x, $t);
  $self->pshufd($sum, $sum, 0x08);
  $self->op('pslldq', $sum, $sum, 8);
  return $self->add($w[0], $w[0], $sum);
}

# wipe zeroes bytes at kw, a multiple of 128.
sub wipe {
  my ($self, $kw, $bytes, $count) = @_;
  my $f = $self->{f};
  my $zero = $self->{v}[0];
  my $loop = $f->new_label('wipe');
  $self->zero($zero);
  $f->mov($count->d, $bytes / 128);
  $f->place($loop);
  for (my $at = 0; $at < 128; $at += $self->stride) {
    $self->store(mem($kw, $at), $zero);
  }
  $f->add($kw, 128);
  $f->dec($count);
  return $f->jnz($loop);
}

1;
