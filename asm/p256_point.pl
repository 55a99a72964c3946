#!/usr/bin/perl
# Generates the points of P-256: see lib/P256Point.pm for the formulas.
#
# usage: p256_point.pl --output DIR
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Generator;
use Operand qw(mem);
use P256Point;
use RowScan;

# Points of a row of the base table, and multiples of any point; they are known
# to ec/point_asm.h.
use constant {ENTRIES => 32, MULTIPLES => 16};

my $g = Generator->new(
  name => 'p256_point',
  declares => ['struct affine;', 'struct jacobian;', 'struct jacobian_pre;',
               'struct xyzz;'], about => <<'END');
Points of P-256, Montgomery form, as the structs of ec/point_asm.h; affine
coordinates also as four words each.
END

my $point = 3 * P256Point::STRIDE;
my $pre = 5 * P256Point::STRIDE;
my @out = ([out => 'out', 'struct jacobian', $point]);
my @a = ([in => 'a', 'struct jacobian', $point]);
my @coordinates = ([in => 'x', 'uint64_t', 32], [in => 'y', 'uint64_t', 32]);
my $affine = 2 * P256Point::STRIDE;
my @sum = ([inout => 'sum', 'struct xyzz', 4 * P256Point::STRIDE]);
my $right = 'right unless sum is infinity or the point that is added; the ' .
  'negative of that gives infinity.';
my $pre_sum = 'coordinates < p, the y of e is not 0, negative < 2.';
my @negative = ([value => 'negative', 'uint64_t', 0, 1]);

# spill moves arguments into memory, whose list is returned.
sub spill {
  my ($f, @others) = @_;
  my @memory;
  for my $register (@others) {
    my $slot = $f->local(8);
    $f->mov($slot, $register);
    $f->release($register);
    push @memory, $slot;
  }
  return @memory;
}

# vartime_end sets the result to 1 at the label where nothing was done.
sub vartime_end {
  my ($f, $w, $special) = @_;
  my $end = $f->new_label('end');
  $f->mov($w->{t0}->d, 1);
  $f->jmp($end);
  $f->place($special);
  $f->xor($w->{t0}->d, $w->{t0}->d);
  $f->place($end);
  return;
}

sub double {
  my ($form) = @_;
  $g->function({
    name => "p256_point_double_$form", form => $form, alias => ['a'],
    args => [@out, @a],
    computes => 'sets out = 2a; infinity gives infinity.',
    pre => 'coordinates < p.', post => 'coordinates < p.',
    ct => 'no value leaks.'}, sub {
      my ($f, $out, $a) = @_;
      P256Point->new($f, $form)->double($out, $a);
    });
  return;
}

sub add_affine {
  my ($form) = @_;
  $g->function({
    name => "p256_point_add_affine_${form}_vartime", form => $form,
    alias => ['a'], returns => 'uint64_t',
    args => [@out, @a, @coordinates, @negative],
    computes => 'sets out = a + (x, y), or a - (x, y) where negative is 1, ' .
      'and returns 1; or returns 0 and leaves out where x is that of a.',
    pre => 'coordinates < p, a is not infinity, y is not 0, negative < 2.',
    post => 'coordinates < p.', ct => 'everything is public.'}, sub {
      my ($f, $out, $a, $x, $y, $negative) = @_;
      my ($x_at, $y_at, $mask) = spill($f, $x, $y, $negative);
      my $b = $f->take_at('rbx', 'b');
      my $special = $f->new_label('same_x');
      my $p = P256Point->new($f, $form);
      $p->add_affine($out, $a, $b, $x_at, $y_at, $mask, $special);
      vartime_end($f, $p->{w}, $special);
    });
  return;
}

sub add {
  my ($form) = @_;
  my @b = ([in => 'b', 'struct jacobian_pre', $pre]);
  $g->function({
    name => "p256_point_add_$form", form => $form, alias => ['a'],
    args => [@out, @a, @b],
    computes => 'sets out = a + b, right unless one is infinity or a = b; ' .
      'a = -b gives infinity.',
    pre => 'coordinates < p.', post => 'coordinates < p.',
    ct => 'no value leaks.'}, sub {
      my ($f, $out, $a, $from) = @_;
      my $b = $f->moved($from, 'rbx');
      P256Point->new($f, $form)->add($out, $a, $b);
    });
  return;
}

# Of the form for any machine the addition to a sum stands alone.
sub add_xyzz {
  my $form = 'x86_64';
  $g->function({
    name => "p256_xyzz_add_$form", form => $form, alias => [],
    args => [@sum, [in => 'e', 'struct affine', $affine], @negative],
    computes => 'sets sum = sum + e, or sum - e where negative is 1; ' . $right,
    pre => $pre_sum, post => 'coordinates < p.', ct => 'no value leaks.'}, sub {
      my ($f, $sum, $e, $negative) = @_;
      my ($mask) = spill($f, $negative);
      P256Point->new($f, $form)->add_xyzz($sum, $e, $mask);
    });
  return;
}

# In the other form it chooses the next point meanwhile: vector instructions
# between the others, which leave the vector units alone.
sub add_xyzz_select {
  my $form = 'adx';
  $g->function({
    name => "p256_xyzz_add_select_$form", form => $form, alias => [],
    args => [@sum, [in => 'row', 'uint64_t', 64 * ENTRIES],
             [inout => 'e', 'struct affine', $affine], @negative,
             [value => 'index', 'uint64_t', 0, ENTRIES - 1]],
    computes => 'sets sum = sum + e, or sum - e where negative is 1, and ' .
      'then e to entry index of a row of ' . ENTRIES . ' points, x then y; ' .
      $right,
    pre => "$pre_sum index < " . ENTRIES . '.', post => 'coordinates < p.',
    ct => 'no value leaks; every entry is read.'}, sub {
      my ($f, $sum, $row, $from, $negative, $index) = @_;
      my ($mask) = spill($f, $negative);
      my $e = $f->moved($from, 'rbx');
      my $scan = RowScan->new($f, $row, $index, 64, 0, 32);
      $f->release($index);
      my $point = P256Point->new($f, $form);
      $f->interleave(sub { $point->add_xyzz($sum, $e, $mask) },
                     sub { $scan->read(ENTRIES) });
      $scan->store(mem($e), mem($e, P256Point::STRIDE));
    });
  return;
}

# So does the doubling before an addition of a multiple of the point.
sub double_select {
  my $form = 'adx';
  $g->function({
    name => "p256_point_double_select_$form", form => $form, alias => [],
    args => [[inout => 'a', 'struct jacobian', $point],
             [in => 'table', 'struct jacobian_pre', MULTIPLES * $pre],
             [out => 'e', 'struct jacobian_pre', $pre],
             [value => 'index', 'uint64_t', 0, MULTIPLES - 1]],
    computes => 'sets a = 2a, infinity for infinity, and e to entry index of ' .
      MULTIPLES . ' points.',
    pre => 'coordinates < p, index < ' . MULTIPLES . '.',
    post => 'coordinates of a < p.',
    ct => 'no value leaks; every entry is read.'}, sub {
      my ($f, $a, $table, $from, $index) = @_;
      my $e = $f->moved($from, 'rbx');
      my @parts = map { P256Point::STRIDE * $_ } 0 .. 4;
      my $scan = RowScan->new($f, $table, $index, $pre, @parts);
      $f->release($index);
      my $p = P256Point->new($f, $form);
      $f->interleave(sub { $p->double($a, $a) },
                     sub { $scan->read(MULTIPLES) });
      $scan->store(map { mem($e, $_) } @parts);
    });
  return;
}

P256::constants($g);
add_xyzz();
double_select();
add_xyzz_select();
for my $form (qw(x86_64 adx)) {
  double($form);
  add_affine($form);
  add($form);
}
$g->finish;
