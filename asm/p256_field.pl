#!/usr/bin/perl
# Generates the field of P-256: see lib/P256.pm for the arithmetic.
#
# usage: p256_field.pl --output DIR
use strict;
use warnings;

use FindBin;
use Math::BigInt;
use lib "$FindBin::Bin/lib";

use Generator;
use Operand qw(mem symbol);
use P256;

my $g = Generator->new(name => 'p256_field', about => <<'END');
The field of P-256, p = 2^256 - 2^224 + 2^192 + 2^96 - 1: integers of four
64-bit words, the lowest first, in Montgomery form with R = 2^256.
END

my @out = ([out => 'out', 'uint64_t', 32]);
my @a = ([in => 'a', 'uint64_t', 32]);
my @b = ([in => 'b', 'uint64_t', 32]);

# one generates a function of field elements in a form. BODY is called with a
# P256 and the memory of the arguments, and leaves the result in v.
sub one {
  my ($form, $name, %spec) = @_;
  my $body = delete $spec{body};
  my @inputs = map { $_->[1] } grep { $_->[0] eq 'in' } @{$spec{args}};
  $g->function({
    name => "p256_${name}_$form", form => $form, alias => \@inputs,
    pre => join(', ', @inputs) . ' < p.', post => 'out < p.',
    ct => 'no value leaks.', %spec}, sub {
      my ($f, @pointers) = @_;
      # rdx is a working register
      $pointers[2] = $f->moved($pointers[2], 'rbx') if @pointers > 2;
      my $w = P256->new($f, $form);
      my ($out, @memory) = map { mem($_) } @pointers;
      $body->($w, @memory);
      $w->store($out);
    });
  return;
}

# R^2 mod p, which takes a number into Montgomery form.
my $p = Math::BigInt->from_hex(P256::P);
$g->data('p256_field_rr', 64,
         Operand::words(Math::BigInt->new(2)->bmodpow(512, $p)->to_hex, 4));

# products generates what multiplies.
sub products {
  my ($form) = @_;
  one($form, 'mul', args => [@out, @a, @b], computes => 'sets out = a b / R.',
      body => sub { my ($w, $x, $y) = @_; $w->mul($x, $y) });
  one($form, 'sqr', args => [@out, @a], computes => 'sets out = a^2 / R.',
      body => sub { my ($w, $x) = @_; $w->sqr($x) });
  one($form, 'to_mont', args => [@out, @a], computes => 'sets out = a R.',
      body => sub { my ($w, $x) = @_; $w->mul($x, symbol('p256_field_rr')) });
  one($form, 'from_mont', args => [@out, @a], computes => 'sets out = a / R.',
      body => sub { my ($w, $x) = @_; $w->load($x); $w->from_montgomery });
  repeated_square($form);
  return;
}

sub repeated_square {
  my ($form) = @_;
  $g->function({
    name => "p256_sqr_n_$form", form => $form, alias => ['a'],
    args => [@out, @a, [value => 'num', 'size_t', 1, 20]],
    computes => 'squares num times: out = a^(2^num) / R^(2^num - 1).',
    pre => 'a < p, num > 0.', post => 'out < p.',
    ct => 'a does not leak; num is public.'}, sub {
      my ($f, $to, $from, $num) = @_;
      my $left = $f->moved($num, 'rbx');
      P256->new($f, $form)->repeated_square(mem($to), mem($from), $left);
    });
  return;
}

# linear generates what does not multiply; one form is enough for that.
sub linear {
  my $form = 'x86_64';
  one($form, 'add', args => [@out, @a, @b], computes => 'sets out = a + b.',
      body => sub { my ($w, $x, $y) = @_; $w->load($x); $w->add($y) });
  one($form, 'sub', args => [@out, @a, @b], computes => 'sets out = a - b.',
      body => sub { my ($w, $x, $y) = @_; $w->load($x); $w->sub($y) });
  one($form, 'neg', args => [@out, @a], computes => 'sets out = -a.',
      body => sub { my ($w, $x) = @_; $w->load($x); $w->negate });
  one($form, 'half', args => [@out, @a], computes => 'sets out = a / 2.',
      body => sub { my ($w, $x) = @_; $w->load($x); $w->half });
  one($form, 'double', args => [@out, @a], computes => 'sets out = 2a.',
      body => sub { my ($w, $x) = @_; $w->load($x); $w->double });
  one($form, 'triple', args => [@out, @a], computes => 'sets out = 3a.',
      body => sub {
        my ($w, $x) = @_;
        $w->load($x);
        $w->double;
        $w->add($x);
      });
  conditional_move($form);
  return;
}

sub conditional_move {
  my ($form) = @_;
  $g->function({
    name => "p256_move_$form", form => $form, alias => [],
    args => [[inout => 'out', 'uint64_t', 32],
             [value => 'mask', 'uint64_t', 0, 1], @a],
    computes => 'sets out = a where the lowest bit of mask is 1.',
    pre => 'mask is 0 or all ones.', post => '', ct => 'no value leaks.'}, sub {
      my ($f, $to, $mask, $from) = @_;
      my @v = $f->take(map { "v$_" } 0 .. 3);
      $f->mov($v[$_], mem($to, 8 * $_)) for 0 .. 3;
      $f->bt($mask, 0);
      $f->cmovc($v[$_], mem($from, 8 * $_)) for 0 .. 3;
      $f->mov(mem($to, 8 * $_), $v[$_]) for 0 .. 3;
    });
  return;
}

P256::constants($g);
products($_) for qw(x86_64 adx);
linear();
$g->finish;
