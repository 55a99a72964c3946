#!/usr/bin/perl
# Generates the constant-time selection of points of P-256 from tables.
#
# usage: p256_select.pl --output DIR
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Generator;
use Operand qw(mem);
use P256Point;

my $g = Generator->new(
  name => 'p256_select', declares => ['struct jacobian_pre;'],
  about => <<'END');
Selection of one point of a table whose every entry is read: entries are
compared with the index one after the other, and the equal one is kept.
END

# Vectors of two widths: how many bytes one has, and its instructions, each
# with the destination as the first of three operands.
my %vectors = (
  x86_64 => {
    bytes => 16,
    pick => sub {
      my ($f, $sum, $mask, $memory, $spare) = @_;
      $f->movdqu($spare, $memory);
      $f->pand($spare, $mask);
      $f->por($sum, $spare);
    },
    equal => sub {
      my ($f, $out, $a, $b) = @_;
      $f->movdqa($out, $a);
      $f->pcmpeqd($out, $b);
    },
    add => sub { my ($f, $a, $b) = @_; $f->paddd($a, $b) },
    zero => sub { my ($f, $a) = @_; $f->pxor($a, $a) },
    store => sub { my ($f, $to, $a) = @_; $f->movdqu($to, $a) },
    broadcast => sub {
      my ($f, $out, $from) = @_;
      $f->movd($out, $from->d);
      $f->pshufd($out, $out, 0);
    }},
  avx2 => {
    bytes => 32,
    pick => sub {
      my ($f, $sum, $mask, $memory) = @_;
      $f->vpblendvb($sum, $sum, $memory, $mask);
    },
    equal => sub { my ($f, @abc) = @_; $f->vpcmpeqd(@abc) },
    add => sub { my ($f, $a, $b) = @_; $f->vpaddd($a, $a, $b) },
    zero => sub { my ($f, $a) = @_; $f->vpxor($a, $a, $a) },
    store => sub { my ($f, $to, $a) = @_; $f->vmovdqu($to, $a) },
    broadcast => sub {
      my ($f, $out, $from) = @_;
      $f->vmovd($out->x, $from->d);
      $f->vpbroadcastd($out, $out->x);
    }});

# scan generates the loop: the parts of an entry (offsets in it) come into the
# accumulators that it returns. Entries are `step` bytes apart.
sub scan {
  my ($f, $form, $table, $num, $index, $step, @parts) = @_;
  my %v = %{$vectors{$form}};
  my $bits = 8 * $v{bytes};
  my ($wanted, $counter, $one, $mask) =
    $f->take_vector($bits, qw(wanted counter one mask));
  my @t = $f->take_vector($bits, qw(t0 t1));
  my @sum = $f->take_vector($bits, map { "sum$_" } 0 .. $#parts);
  my $loop = $f->new_label('loop');
  $v{broadcast}->($f, $wanted, $index);
  $f->mov($index->d, 1);
  $v{broadcast}->($f, $one, $index);
  $v{zero}->($f, $_) for $counter, @sum;
  $f->place($loop);
  # invariant: counter is the index of the entry at table, in every word
  $v{equal}->($f, $mask, $wanted, $counter);
  $v{add}->($f, $counter, $one);
  for my $i (0 .. $#parts) {
    $v{pick}->($f, $sum[$i], $mask, mem($table, $parts[$i]), $t[$i & 1]);
  }
  $f->add($table, $step);
  $f->dec($num);
  $f->jnz($loop);
  return @sum;
}

# pieces splits fields of 32 bytes into vectors: their offsets.
sub pieces {
  my ($form, @fields) = @_;
  my $bytes = $vectors{$form}{bytes};
  return map { my $at = $_; map { $at + $bytes * $_ } 0 .. 32 / $bytes - 1 }
    @fields;
}

sub affine {
  my ($form) = @_;
  $g->function({
    name => "p256_select_affine_$form", form => $form, alias => [],
    args => [[out => 'x', 'uint64_t', 32], [out => 'y', 'uint64_t', 32],
             [in => 'row', 'uint64_t', 64 * 32],
             [value => 'num', 'size_t', 32, 32],
             [value => 'index', 'uint64_t', 0, 31]],
    computes => 'sets (x, y) to entry index of num affine points, x then y.',
    pre => '0 < num, index < num.', post => '',
    ct => 'every entry is read; num is public.'}, sub {
      my ($f, $x, $y, $row, $num, $index) = @_;
      my @parts = pieces($form, 0, 32);
      my @sum = scan($f, $form, $row, $num, $index, 64, @parts);
      my $store = $vectors{$form}{store};
      for my $i (0 .. $#parts) {
        my $to = $parts[$i] < 32 ? mem($x, $parts[$i])
          : mem($y, $parts[$i] - 32);
        $store->($f, $to, $sum[$i]);
      }
    });
  return;
}

sub precomputed {
  my ($form) = @_;
  my $size = 5 * P256Point::STRIDE;
  $g->function({
    name => "p256_select_pre_$form", form => $form, alias => [],
    args => [[out => 'out', 'struct jacobian_pre', $size],
             [in => 'table', 'struct jacobian_pre', 16 * $size],
             [value => 'num', 'size_t', 16, 16],
             [value => 'index', 'uint64_t', 0, 15]],
    computes => 'sets out to entry index of num points.',
    pre => '0 < num, index < num.', post => '',
    ct => 'every entry is read; num is public.'}, sub {
      my ($f, $out, $table, $num, $index) = @_;
      my @parts = pieces($form, map { P256Point::STRIDE * $_ } 0 .. 4);
      my @sum = scan($f, $form, $table, $num, $index, $size, @parts);
      $vectors{$form}{store}->($f, mem($out, $parts[$_]), $sum[$_])
        for 0 .. $#parts;
    });
  return;
}

for my $form (qw(x86_64 avx2)) {
  affine($form);
  precomputed($form);
}
$g->finish;
