#!/usr/bin/perl
# Generates the SHA-256 compression function: for the SHA extensions here, for
# other machines by Sha2.pm.
#
# usage: sha256.pl --output DIR
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Generator;
use Operand qw(mem symbol);
use Sha2;

my $g = Generator->new(name => 'sha256', uses => ['sha256_k'],
                       about => <<'END');
The compression function of SHA-224 and SHA-256, FIPS 180-4, 6.2.2.
END

# The bytes of each big-endian word, reversed.
$g->data('sha256_byte_order', 64, '0x0405060700010203', '0x0c0d0e0f08090a0b');

# The registers of the extensions hold the words a b e f and c d g h, the first
# one highest. to_pairs makes them of a b c d and e f g h as they lie in
# memory, from_pairs turns back.
sub to_pairs {
  my ($f, $abcd, $efgh, $t) = @_;
  $f->pshufd($abcd, $abcd, 0xb1); # b a d c, from the lowest
  $f->pshufd($efgh, $efgh, 0x1b); # h g f e
  $f->movdqa($t, $abcd);
  $f->palignr($abcd, $efgh, 8); # f e b a
  $f->pblendw($efgh, $t, 0xf0); # h g d c
  return;
}

sub from_pairs {
  my ($f, $abef, $cdgh, $t) = @_;
  $f->pshufd($abef, $abef, 0x1b); # a b e f, from the lowest
  $f->pshufd($cdgh, $cdgh, 0xb1); # g h c d
  $f->movdqa($t, $abef);
  $f->pblendw($abef, $cdgh, 0xf0); # a b c d
  $f->palignr($cdgh, $t, 8); # e f g h
  return;
}

# rounds does four rounds with the message words m = W[4i] ... W[4i + 3]. Two
# rounds turn c d g h into the new a b e f; the old a b e f is the new c d g h.
sub rounds {
  my ($f, $i, $wk, $m, $abef, $cdgh) = @_;
  $f->movdqu($wk, symbol('sha256_k', 16 * $i));
  $f->paddd($wk, $m);
  $f->sha256rnds2($cdgh, $abef);
  $f->pshufd($wk, $wk, 0x0e);
  $f->sha256rnds2($abef, $cdgh);
  return;
}

# schedule replaces W[t - 16 ...] in m0 by W[t ...], four words: m0 to m3 are
# the last sixteen.
sub schedule {
  my ($f, $t, $m0, $m1, $m2, $m3) = @_;
  $f->movdqa($t, $m3);
  $f->palignr($t, $m2, 4); # W[t - 7 ...]
  $f->sha256msg1($m0, $m1);
  $f->paddd($m0, $t);
  $f->sha256msg2($m0, $m3);
  return;
}

$g->function({
  name => 'sha256_compress_sha', form => 'sha', alias => [],
  args => [[inout => 'state', 'uint32_t', 32], [in => 'blocks', 'uint8_t', 640],
           [value => 'num_blocks', 'size_t', 0, 10]],
  computes => 'runs num_blocks blocks of 64 bytes into state.',
  pre => '', post => '', ct => 'state and blocks do not leak.'}, sub {
    my ($f, $state, $blocks, $num) = @_;
    my ($loop, $end) = map { $f->new_label($_) } qw(loop end);
    my $wk = $f->take_vector_at(0, 128, 'wk'); # where sha256rnds2 wants it
    my ($abef, $cdgh, $t, $order, @m) =
      $f->take_vector(128, qw(abef cdgh t order m0 m1 m2 m3));
    my @start = $f->take_vector(128, qw(abef_start cdgh_start));
    $f->test($num, $num);
    $f->jz($end);
    $f->movdqu($abef, mem($state));
    $f->movdqu($cdgh, mem($state, 16));
    $f->movdqa($order, symbol('sha256_byte_order'));
    to_pairs($f, $abef, $cdgh, $t);
    $f->place($loop);
    $f->movdqa($start[0], $abef);
    $f->movdqa($start[1], $cdgh);
    for my $i (0 .. 15) {
      if ($i < 4) {
        $f->movdqu($m[$i], mem($blocks, 16 * $i));
        $f->pshufb($m[$i], $order);
      } else {
        schedule($f, $t, @m[map { ($i + $_) & 3 } 0 .. 3]);
      }
      rounds($f, $i, $wk, $m[$i & 3], $abef, $cdgh);
    }
    $f->paddd($abef, $start[0]);
    $f->paddd($cdgh, $start[1]);
    $f->add($blocks, 64);
    $f->dec($num);
    $f->jnz($loop);
    from_pairs($f, $abef, $cdgh, $t);
    $f->movdqu(mem($state), $abef);
    $f->movdqu(mem($state, 16), $cdgh);
    $f->place($end);
  });
Sha2::add_functions($g, 32);
$g->finish;
