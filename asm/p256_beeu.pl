#!/usr/bin/perl
# Generates the variable-time inversions of P-256: see lib/Beeu256.pm.
#
# usage: p256_beeu.pl --output DIR
use strict;
use warnings;

use FindBin;
use Math::BigInt;
use lib "$FindBin::Bin/lib";

use Beeu256;
use Generator;
use Operand qw(mem symbol);
use P256;
use P256Order;
use Update256;

my $g = Generator->new(name => 'p256_beeu', about => <<'END');
Variable-time inversion modulo the prime p and the order n of P-256.
END

# The product at the end brings 1 / R. In the field R^2 / a comes from a R.
sub constants {
  my ($name, $modulus, $power_of_r) = @_;
  my $m = Math::BigInt->from_hex($modulus);
  my $start = Math::BigInt->new(2)->bmodpow(256 * $power_of_r, $m);
  $g->data("p256_beeu_$name", 64, Update256::data($modulus));
  $g->data("p256_beeu_start_$name", 64, Operand::words($start->to_hex, 4));
  return;
}

constants('p', P256::P, 3);
constants('n', P256Order::N, 1);
P256::constants($g);
$g->data('p256_beeu_order', 64, P256Order::data());

# inverse generates one function; the last argument binds the registers of the
# product.
sub inverse {
  my ($form, $name, $m, $modulus, $result_of, $product) = @_;
  $g->function({
    name => "p256_${name}_${form}_vartime", form => $form,
    alias => ['a'], returns => 'int',
    args => [[out => 'out', 'uint64_t', 32], [in => 'a', 'uint64_t', 32]],
    computes => "sets out = $result_of mod $m and returns 1, or sets out = 0 " .
      "and returns 0 where a has no inverse or a >= $m.",
    pre => '', post => "out < $m.", ct => 'a leaks.'}, sub {
      my ($f, $out, $a) = @_;
      my ($pointer, $power) = ($f->local(8), $f->local(32));
      my ($fail, $end) = map { $f->new_label($_) } qw(fail end);
      $f->mov($pointer, $out);
      my $i = Beeu256->new($f, $form, $modulus, "p256_beeu_$m");
      $i->invert(mem($a), symbol("p256_beeu_start_$m"), $power, $fail, $out,
                 $a);
      my $w = $product->($f);
      my $to = $f->take('to');
      # power < m, E < 2^256
      $w->mul($power, $i->{E});
      $f->mov($to, $pointer);
      $w->store(mem($to));
      $w->release;
      my $result = $f->take_at('rax', 'result');
      $f->mov($result, 1);
      $f->jmp($end);
      $f->place($fail);
      $f->mov($to, $pointer);
      $f->mov(mem($to, 8 * $_), 0) for 0 .. 3;
      $f->mov($result, 0);
      $f->place($end);
    });
  return;
}

for my $form (qw(x86_64 adx)) {
  inverse($form, 'inverse', 'p', P256::P, 'R^2 / a',
          sub { P256->new($_[0], $form) });
  inverse($form, 'order_inverse', 'n', P256Order::N, '1 / a',
          sub { P256Order->new($_[0], $form, 'p256_beeu_order') });
}
$g->finish;
