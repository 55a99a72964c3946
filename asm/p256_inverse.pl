#!/usr/bin/perl
# Generates the inversions of P-256; see lib/Inverse256.pm.
#
# usage: p256_inverse.pl --output DIR
use strict;
use warnings;

use FindBin;
use Math::BigInt;
use lib "$FindBin::Bin/lib";

use Generator;
use Inverse256;
use Operand qw(mem symbol);
use P256;
use Update256;

my $g = Generator->new(name => 'p256_inverse', about => <<'END');
Constant-time inversion modulo the prime p and the order n of P-256.
END

# The field: from a R and R^2 the quotient is R / a.
my $p = Math::BigInt->from_hex(P256::P);
my $start = Math::BigInt->new(2)->bmodpow(512 + Inverse256::shift_bits(), $p);
$g->data('p256_inverse_p', 64, Update256::data(P256::P));
$g->data('p256_inverse_start', 64, Operand::words($start->to_hex, 4));

sub field {
  my ($form) = @_;
  $g->function({
    name => "p256_inverse_$form", form => $form, alias => ['a'],
    args => [[out => 'out', 'uint64_t', 32], [in => 'a', 'uint64_t', 32]],
    computes => 'sets out = R^2 / a mod p, or 0 for a = 0.',
    pre => 'a < p.', post => 'out < p.', ct => 'a does not leak.'}, sub {
      my ($f, $out, $a) = @_;
      my $pointer = $f->local(8);
      my $i = Inverse256->new($f, $form, P256::P, 'p256_inverse_p');
      $f->mov($pointer, $out);
      $f->release($out);
      # a is read before any register but x is written
      $i->invert(mem($a), symbol('p256_inverse_start'), $pointer, $a);
    });
  return;
}

field($_) for qw(x86_64 adx);
$g->finish;
