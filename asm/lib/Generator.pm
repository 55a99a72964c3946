# The frame of a generator: its command line, and the three files that it
# writes: the assembly, the C header, and the list of the functions.
package Generator;

use strict;
use warnings;

use Getopt::Long;

use Emit;
use Function;
use Spec;

# Generator->new(name => NAME, about => TEXT, declares => [LINES]) reads the
# command line: NAME.pl --output DIR. The text says what the files own; the
# lines go into the header before the prototypes. uses => [NAMES] are symbols
# of other files of the module.
sub new {
  my ($class, %arg) = @_;
  my $output;
  GetOptions('output=s' => \$output) && $output && !@ARGV
    or die "usage: $arg{name}.pl --output DIR\n";
  return bless {%arg, output => $output, functions => [], data => [],
                seen => {}}, $class;
}

# function generates one function: BODY is called with the Function and the
# registers of the arguments.
sub function {
  my ($self, $spec_fields, $body) = @_;
  my $spec = Spec->new(%$spec_fields);
  die "two functions called $spec->{name}\n" if $self->{seen}{$spec->{name}}++;
  my $f = Function->new($spec);
  $body->($f, map { $f->arg($_->[1]) } @{$spec->{args}});
  push @{$self->{functions}}, $f;
  return;
}

# data adds constants that functions name by Operand::symbol.
sub data {
  my ($self, @data) = @_;
  push @{$self->{data}}, \@data;
  return;
}

sub header_text {
  my ($self) = @_;
  my $guard = 'CORDON_ASM_' . uc($self->{name}) . '_H_';
  my $about = join "\n * ", split /\n/, $self->{about};
  my @parts = ("/* $about\n * Generated; do not edit. */\n#ifndef $guard\n" .
               "#define $guard\n\n" .
               "#include <stddef.h>\n#include <stdint.h>\n\n" .
               "#pragma GCC visibility push(hidden)\n");
  push @parts, map { "$_\n" } @{$self->{declares} // []};
  push @parts, map { "\n" . $_->{spec}->header } @{$self->{functions}};
  push @parts, "\n#pragma GCC visibility pop\n\n#endif\n";
  return join '', @parts;
}

# finish writes NAME.S, NAME.h and NAME.list.
sub finish {
  my ($self) = @_;
  my $e = Emit->new(about => $self->{about});
  $e->hidden($_) for @{$self->{uses} // []};
  $e->data(@$_) for @{$self->{data}};
  $_->emit($e) for @{$self->{functions}};
  my $list =
    "/* $self->{name}: the functions, for those that call each one. */\n";
  $list .= join '', map { $_->{spec}->abi_line($_->stack) }
    @{$self->{functions}};
  my $base = "$self->{output}/$self->{name}";
  Emit::write_file("$base.list", $list);
  Emit::write_file("$base.h", $self->header_text);
  $e->write("$base.S");
  return;
}

1;
