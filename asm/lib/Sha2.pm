# The compression functions of SHA-2 on general registers (FIPS 180-4, 6.2.2
# and 6.4.2), for words of 32 and of 64 bits and for any x86-64 or BMI2. The
# sums K[t] + W[t] come from Sha2Schedule.pm through the stack: those of
# sixteen rounds are made in vectors while the sixteen rounds before them run.
package Sha2;

use strict;
use warnings;

use Operand qw(mem symbol);
use Sha2Schedule;

# By bits of a word: the rotations of the two functions Sigma, the number of
# rounds, and the type of a word.
my %SHAPE = (
  32 => {big0 => [2, 13, 22], big1 => [6, 11, 25], rounds => 64,
         type => 'uint32_t'},
  64 => {big0 => [28, 34, 39], big1 => [14, 18, 41], rounds => 80,
         type => 'uint64_t'});

# add_functions generates the forms of the compression function of words of
# that size.
sub add_functions {
  my ($g, $bits) = @_;
  Sha2Schedule::add_data($g, $bits);
  add_function($g, $bits, $_) for qw(x86_64 avx2);
  return;
}

sub add_function {
  my ($g, $bits, $form) = @_;
  my $name = 'sha' . 8 * $bits;
  my $block = 2 * $bits;
  $g->function({
    name => "${name}_compress_$form", form => $form, alias => [],
    args => [[inout => 'state', $SHAPE{$bits}{type}, $bits],
             [in => 'blocks', 'uint8_t', 10 * $block],
             [value => 'num_blocks', 'size_t', 0, 10]],
    computes => "runs num_blocks blocks of $block bytes into state.",
    pre => '', post => '', ct => 'state and blocks do not leak.'}, sub {
      my ($f, @args) = @_;
      return Sha2->new($f, $bits, $form)->body(@args);
    });
  return;
}

sub new {
  my ($class, $f, $bits, $form) = @_;
  my $self = bless {f => $f, bits => $bits, wide => $form eq 'avx2',
                    %{$SHAPE{$bits}}, k => 'sha' . 8 * $bits . '_k'}, $class;
  $self->{at} = {map { $_ => $f->local(8) } qw(state blocks num end)};
  return $self;
}

# ---- Rounds

# names are the registers of a to h in round i: the names turn by one place each
# round.
sub names {
  my ($self, $i) = @_;
  return map { $self->{v}[($_ - $i) & 7] } 0 .. 7;
}

# ror_sigma sets out to the function Sigma of that shape in rotations of one
# register: ((x >>> (r2 - r1) ^ x) >>> (r1 - r0) ^ x) >>> r0.
sub ror_sigma {
  my ($self, $out, $x, $shape) = @_;
  my $f = $self->{f};
  my ($r0, $r1, $r2) = @$shape;
  $f->mov($out, $x);
  $f->ror($out, $r2 - $r1);
  $f->xor($out, $x);
  $f->ror($out, $r1 - $r0);
  $f->xor($out, $x);
  return $f->ror($out, $r0);
}

# rotate_ahead is the first instruction of upper_bmi2 for round i. It stands
# before the last ones of the round before, where it is a third of a cycle
# cheaper.
sub rotate_ahead {
  my ($self, $i) = @_;
  my $ve = ($self->names($i))[4];
  return $self->{f}->rorx($self->{t}[1], $ve, $self->{big1}[2]);
}

# upper_bmi2 adds to h and to d what round i of step 3 adds to both. e follows
# from e by way of Sigma alone: all that else belongs to T1 is in d before it.
# The parts of ch(e, f, g) have no one in common.
sub upper_bmi2 {
  my ($self, $i, $kw) = @_;
  my $f = $self->{f};
  my ($vd, $ve, $vf, $vg, $vh) = ($self->names($i))[3 .. 7];
  my ($t0, $t1, $t2) = @{$self->{t}};
  $f->add($vh, $kw);
  $f->mov($t2, $ve);
  $f->and($t2, $vf);
  $f->add($vh, $t2);
  $f->andn($t2, $ve, $vg);
  $f->add($vh, $t2);
  $f->rorx($t0, $ve, $self->{big1}[0]);
  $f->rorx($t2, $ve, $self->{big1}[1]);
  $f->xor($t0, $t2);
  $f->xor($t0, $t1);
  $f->add($vd, $vh);
  $f->add($vh, $t0);
  return $f->add($vd, $t0);
}

# upper_x86_64 is the same; ch(e, f, g) is ((f ^ g) & e) ^ g.
sub upper_x86_64 {
  my ($self, $i, $kw) = @_;
  my $f = $self->{f};
  my ($vd, $ve, $vf, $vg, $vh) = ($self->names($i))[3 .. 7];
  my ($t0, $t1) = @{$self->{t}};
  $self->ror_sigma($t0, $ve, $self->{big1});
  $f->add($vh, $kw);
  $f->mov($t1, $vf);
  $f->xor($t1, $vg);
  $f->and($t1, $ve);
  $f->xor($t1, $vg);
  $f->add($vh, $t1);
  $f->add($vd, $vh);
  $f->add($vh, $t0);
  return $f->add($vd, $t0);
}

# lower adds the rest to h, which is a from then on. maj(a, b, c) is
# ((a ^ b) & (b ^ c)) ^ b, and its b ^ c the a ^ b of the round before.
sub lower {
  my ($self, $i, $is_last) = @_;
  my $f = $self->{f};
  my ($va, $vb, $vh) = ($self->names($i))[0, 1, 7];
  my ($t0, $t1) = @{$self->{t}};
  my ($ab, $bc) = @{$self->{x}}[$i & 1, ($i & 1) ^ 1];
  if ($self->{wide}) {
    $f->rorx($t0, $va, $self->{big0}[0]);
    $f->rorx($t1, $va, $self->{big0}[1]);
    $f->xor($t0, $t1);
    $f->rorx($t1, $va, $self->{big0}[2]);
    $f->xor($t0, $t1);
  } else {
    $self->ror_sigma($t0, $va, $self->{big0});
  }
  $f->mov($ab, $va);
  $f->xor($ab, $vb);
  $f->and($bc, $ab);
  $f->xor($bc, $vb);
  $self->rotate_ahead($i + 1) if $self->{wide} && !$is_last;
  $f->add($vh, $t0);
  return $f->add($vh, $bc);
}

# rounds are num rounds with the sums at kw.
sub rounds {
  my ($self, $num) = @_;
  my $bytes = $self->{bits} / 8;
  my $in_vector = 16 / $bytes;
  my $upper = $self->{wide} ? 'upper_bmi2' : 'upper_x86_64';
  $self->rotate_ahead(0) if $self->{wide};
  for my $i (0 .. $num - 1) {
    my $vector = int $i / $in_vector;
    $self->$upper($i, mem($self->{kw}, $self->{schedule}->stride * $vector +
                          $bytes * ($i % $in_vector)));
    $self->lower($i, $i == $num - 1);
  }
  return;
}

# ---- A block, or two

# bytes are what the sums of num rounds take.
sub bytes {
  my ($self, $num) = @_;
  return $num * $self->{bits} / 8 * ($self->{wide} ? 2 : 1);
}

# to_sums sets kw to the beginning of the sums, which is aligned.
sub to_sums {
  my ($self) = @_;
  my $f = $self->{f};
  $f->lea($self->{kw}, $self->{sums}->at(31));
  return $f->and($self->{kw}, -32);
}

# start makes the sums of the first sixteen rounds.
sub start {
  my ($self) = @_;
  my $f = $self->{f};
  my ($at, $k, $kw, $schedule) = @{$self}{qw(at k_at kw schedule)};
  my $second = $self->{second};
  $f->mov($k, $at->{blocks});
  if ($self->{wide}) {
    # where there is no second block, the first stands in for it
    $f->lea($second, mem($k, 2 * $self->{bits}));
    $f->cmp($at->{num}, 1);
    $f->cmovz($second, $k);
  }
  $schedule->load($k, $second);
  $f->add($k, ($self->{wide} ? 4 : 2) * $self->{bits});
  $f->mov($at->{blocks}, $k);
  $f->lea($k, symbol($self->{k}));
  $self->to_sums;
  for my $i (0 .. $self->{bits} / 8 - 1) {
    $schedule->store_sums($i, mem($k), mem($kw));
  }
  return;
}

# scheduled_rounds run all rounds but the last sixteen, and make the sums of
# the sixteen after them.
sub scheduled_rounds {
  my ($self) = @_;
  my $f = $self->{f};
  my ($k, $kw, $schedule) = @{$self}{qw(k_at kw schedule)};
  my $loop = $f->new_label('schedule');
  my $size = $self->{bits} / 8;
  my $next = mem($kw, $self->bytes(16));
  $f->place($loop);
  $f->interleave(sub { $self->rounds(16) }, sub {
    for my $i (0 .. $size - 1) {
      $schedule->extend($i);
      $schedule->store_sums($i, mem($k, 16 * $size), $next);
    }
  });
  $f->add($kw, $self->bytes(16));
  $f->add($k, 16 * $size);
  $f->lea($self->{second},
          symbol($self->{k}, ($self->{rounds} - 16) * $size));
  $f->cmp($k, $self->{second});
  return $f->jnz($loop);
}

# last_rounds run to the end of the sums.
sub last_rounds {
  my ($self) = @_;
  my $f = $self->{f};
  my $loop = $f->new_label('rounds');
  $f->place($loop);
  $self->rounds(8);
  $f->add($self->{kw}, $self->bytes(8));
  $f->cmp($self->{kw}, $self->{at}{end});
  return $f->jnz($loop);
}

# take_registers binds all that there are, once the arguments are on the stack.
# state is in the one that is `second` from then on.
sub take_registers {
  my ($self, $state, $blocks, $num) = @_;
  my ($f, $at) = @{$self}{qw(f at)};
  my $narrow = $self->{bits} == 32;
  $f->mov($at->{state}, $state);
  $f->mov($at->{blocks}, $blocks);
  $f->mov($at->{num}, $num);
  $f->release($state, $blocks, $num);
  $self->{second} = $f->take_at('rdi', 'second');
  @{$self}{qw(k_at kw)} = $f->take(qw(k_at kw));
  my @words = $f->take(qw(a b c d e f g h ab bc t1 t2));
  unshift @words, $self->{second};
  @words = map { $_->d } @words if $narrow;
  $self->{t} = [@words[0, 11, 12]];
  $self->{v} = [@words[1 .. 8]];
  $self->{x} = [@words[9, 10]];
  return;
}

# begin_block sets b ^ c for the first round.
sub begin_block {
  my ($self) = @_;
  my $f = $self->{f};
  $f->mov($self->{x}[1], $self->{v}[1]);
  return $f->xor($self->{x}[1], $self->{v}[2]);
}

# add_state adds the state that the block began with, and keeps the sum.
sub add_state {
  my ($self) = @_;
  my $f = $self->{f};
  my $state = $self->{second};
  $f->mov($state, $self->{at}{state});
  for my $i (0 .. 7) {
    my $word = mem($state, $i * $self->{bits} / 8);
    $f->add($self->{v}[$i], $word);
    $f->mov($word, $self->{v}[$i]);
  }
  return;
}

sub body {
  my ($self, $state, $blocks, $num) = @_;
  my ($f, $at) = @{$self}{qw(f at)};
  my ($loop, $rounds, $done, $end) =
    map { $f->new_label($_) } qw(loop block done end);
  my $sums = $self->bytes($self->{rounds});
  $self->{sums} = $f->local($sums + 32);
  $f->test($num, $num);
  $f->jz($end);
  $self->take_registers($state, $blocks, $num);
  $self->{schedule} = Sha2Schedule->new($f, @{$self}{qw(bits wide)});
  $f->mov($self->{v}[$_], mem($self->{second}, $_ * $self->{bits} / 8))
    for 0 .. 7;
  $f->place($loop);
  $self->start;
  $f->lea($self->{second}, mem($self->{kw}, $sums));
  $f->mov($at->{end}, $self->{second});
  $self->begin_block;
  $self->scheduled_rounds;
  $f->place($rounds);
  $self->last_rounds;
  $self->add_state;
  $f->sub($at->{num}, 1);
  if ($self->{wide}) {
    # 16 is the distance of the second block's sums from the first one's
    $f->jz($done);
    $f->test($self->{kw}, 16);
    $f->jnz($loop);
    $f->sub($self->{kw}, $sums - 16);
    $f->add($at->{end}, 16);
    $self->begin_block;
    $f->jmp($rounds);
  } else {
    $f->jnz($loop);
  }
  $f->place($done);
  $self->to_sums;
  $self->{schedule}->wipe($self->{kw}, $sums, $self->{k_at});
  $f->place($end);
  return;
}

1;
