#!/usr/bin/perl
# Generates the arithmetic modulo the order of P-256: see lib/P256Order.pm, and
# lib/Inverse256.pm for the division.
#
# usage: p256_order.pl --output DIR
use strict;
use warnings;

use FindBin;
use Math::BigInt;
use lib "$FindBin::Bin/lib";

use Generator;
use Inverse256;
use Operand qw(mem symbol);
use P256Order;
use Update256;

my $g = Generator->new(name => 'p256_order', about => <<'END');
Arithmetic modulo n, the order of P-256: integers of four 64-bit words, the
lowest first. R = 2^256.
END

my @out = ([out => 'out', 'uint64_t', 32]);
my @a = ([in => 'a', 'uint64_t', 32]);
my @b = ([in => 'b', 'uint64_t', 32]);

$g->data('p256_order_n', 64, P256Order::data());
$g->data('p256_order_inverse', 64, Update256::data(P256Order::N));
# What the product with start has to bring beside 1 / R.
my $scale = Math::BigInt->new(2)->bmodpow(256 + Inverse256::shift_bits(),
                                          Math::BigInt->from_hex(P256Order::N));
$g->data('p256_order_scale', 64, Operand::words($scale->to_hex, 4));

# arguments leaves pointers in rdi, rsi and rbx, and takes the working
# registers.
sub arguments {
  my ($f, $form, @pointers) = @_;
  $pointers[2] = $f->moved($pointers[2], 'rbx') if @pointers > 2;
  return (P256Order->new($f, $form, 'p256_order_n'), map { mem($_) } @pointers);
}

sub products {
  my ($form) = @_;
  my %common = (form => $form, post => 'out < n.', ct => 'no value leaks.');
  $g->function({
    %common, name => "p256_order_mul_$form", alias => ['a', 'b'],
    args => [@out, @a, @b], computes => 'sets out = a b / R.',
    pre => 'a, b < n.'}, sub {
      my ($w, $out, $x, $y) = arguments($_[0], $form, @_[1 .. 3]);
      $w->mul($x, $y);
      $w->store($out);
    });
  $g->function({
    %common, name => "p256_order_sqr_$form", alias => ['a'],
    args => [@out, @a], computes => 'sets out = a^2 / R.', pre => 'a < n.'},
    sub {
      my ($w, $out, $x) = arguments($_[0], $form, @_[1, 2]);
      $w->sqr($x);
      $w->store($out);
    });
  return;
}

sub repeated_square {
  my ($form) = @_;
  $g->function({
    name => "p256_order_sqr_n_$form", form => $form, alias => ['a'],
    args => [@out, @a, [value => 'num', 'size_t', 1, 20]],
    computes => 'squares num times: out = a^(2^num) / R^(2^num - 1).',
    pre => 'a < n, num > 0.', post => 'out < n.',
    ct => 'a does not leak; num is public.'}, sub {
      my ($f, $to, $from, $num) = @_;
      my $left = $f->moved($num, 'rbx');
      P256Order->new($f, $form, 'p256_order_n')
        ->repeated_square(mem($to), mem($from), $left);
    });
  return;
}

sub divide {
  my ($form) = @_;
  $g->function({
    name => "p256_order_divide_$form", form => $form, alias => ['a', 'b'],
    args => [@out, @a, @b], computes => 'sets out = a / b, or 0 for b = 0.',
    pre => 'a, b < n.', post => 'out < n.', ct => 'no value leaks.'}, sub {
      my ($f, $to, $from, $by) = @_;
      my ($pointer, $start) = ($f->local(8), $f->local(32));
      $f->mov($pointer, $to);
      my ($w, undef, $x, $y) = arguments($f, $form, $to, $from, $by);
      $w->mul($x, symbol('p256_order_scale'));
      $w->store($start);
      $w->release;
      my $i = Inverse256->new($f, $form, P256Order::N, 'p256_order_inverse');
      $i->invert($y, $start, $pointer, $to, $from, $y->{base});
    });
  return;
}

for my $form (qw(x86_64 adx)) {
  products($form);
  repeated_square($form);
  divide($form);
}
$g->finish;
