#!/usr/bin/perl
# Generates the SHA-512 compression function.
#
# usage: sha512.pl --output DIR
use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib";

use Generator;
use Sha2;

my $g = Generator->new(name => 'sha512', uses => ['sha512_k'],
                       about => <<'END');
The compression function of SHA-384, SHA-512 and SHA-512/t, FIPS 180-4, 6.4.2.
END
Sha2::add_functions($g, 64);
$g->finish;
