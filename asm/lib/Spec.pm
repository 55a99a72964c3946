# The specification of a function, which is mandatory: from it come the banner,
# the C prototype, the line of the ABI tests, and the registers of arguments.
package Spec;

use strict;
use warnings;

# What a CPU must have; the names are those of limbs/forms.h.
my %feature = (
  x86_64 => 'FORM_X86_64', avx2 => 'FORM_AVX2', adx => 'FORM_ADX',
  sha => 'FORM_SHA');

# Types of results, and how many bytes of a register they are.
my %result = (int => 4, uint64_t => 8);

my @needed = qw(name form args computes pre post alias ct);
my %optional = (returns => 1);

# Arguments are [KIND, NAME, TYPE, MORE...]. KIND is
#   out, inout, in   a pointer to TYPE; MORE is the length in bytes
#   value            a TYPE; MORE is the least and the greatest that tests use;
#                    the least may be negative. A size_t is a count, and public;
#                    other values are secret, as is all memory, but in functions
#                    whose name ends in _vartime
#   odd              a value whose lowest bit is 1
# alias lists the inputs that an output may be, one of them or all at once; form
# is a key of %feature; returns is the type of the result, if there is one.
sub new {
  my ($class, %spec) = @_;
  my $name = $spec{name} // 'a function';
  for my $key (@needed) {
    die "$name: its specification lacks $key\n" unless defined $spec{$key};
  }
  my %known = map { $_ => 1 } @needed;
  for my $key (keys %spec) {
    $known{$key} || $optional{$key}
      or die "$name: \"$key\" is not part of a specification\n";
  }
  $feature{$spec{form}} or die "$name: there is no form $spec{form}\n";
  @{$spec{args}} <= 6 or die "$name: more than six arguments\n";
  for my $arg (@{$spec{args}}) {
    my ($kind, $arg_name, $type, @more) = @$arg;
    my $count = is_value($arg) ? 2 : $kind =~ /^(out|inout|in)\z/ ? 1 : 0;
    $count && @more == $count
      or die "$name: argument $arg_name is not understood\n";
  }
  my %arg = map { $_->[1] => $_ } @{$spec{args}};
  for my $other (@{$spec{alias}}) {
    $arg{$other} && $arg{$other}[0] eq 'in'
      or die "$name: alias $other is not an input\n";
  }
  !$spec{returns} || $result{$spec{returns}}
    or die "$name: there is no result of type $spec{returns}\n";
  return bless {%spec}, $class;
}

sub is_value { return $_[0][0] =~ /^(value|odd)\z/ }

sub prototype_of {
  my ($self) = @_;
  my @args = map {
    my ($kind, $name, $type) = @$_;
    my $text = is_value($_) ? "$type $name"
      : ($kind eq 'in' ? 'const ' : '') . "$type *$name";
    $text =~ tr/ /~/r; # not broken inside
  } @{$self->{args}};
  my $start = ($self->{returns} // 'void') . " $self->{name}(";
  return fold($start, join(', ', @args) . ');', ' ' x length $start) =~
    tr/~/ /r;
}

# fold breaks a text at spaces, 78 columns wide.
sub fold {
  my ($first, $text, $indent) = @_;
  my ($out, $line, $space) = ('', $first, '');
  for my $word (split / /, $text) {
    if ($space ne '' && length("$line $word") > 77) {
      $out .= "$line\n";
      ($line, $space) = ($indent, '');
    }
    $line .= $space . $word;
    $space = ' ';
  }
  return $out . $line;
}

sub alias_text {
  my ($self) = @_;
  my @inputs = @{$self->{alias}} or return 'none.';
  my ($out) = grep { $_->[0] =~ /out\z/ } @{$self->{args}};
  return "$out->[1] may be " . join(' or ', @inputs) . '.';
}

# banner is the contract as text; the same lines head the assembly and stand in
# the C header.
sub banner {
  my ($self) = @_;
  my @lines = (fold('', "$self->{name} $self->{computes}", ''));
  push @lines, fold('Pre: ', $self->{pre}, '  ') if $self->{pre} ne '';
  push @lines, fold('Post: ', $self->{post}, '  ') if $self->{post} ne '';
  push @lines, 'Alias: ' . $self->alias_text;
  push @lines, fold('CT: ', $self->{ct}, '  ');
  push @lines, "Form: $self->{form}.";
  return join "\n", @lines;
}

sub header {
  my ($self) = @_;
  my $text = '/* ' . join("\n * ", split /\n/, $self->banner) . " */\n";
  return $text . $self->prototype_of . "\n";
}

# abi_line is the entry of the list that the ABI tests and the constant-time
# audit run through: the name, the form, the stack that it uses, its return
# address not counted, the bytes of its result, and the arguments.
sub abi_line {
  my ($self, $stack) = @_;
  my %may = map { $_ => 1 } @{$self->{alias}};
  my @args = map {
    my ($kind, $name, $type, @more) = @$_;
    $kind = 'count' if $kind eq 'value' && $type eq 'size_t';
    my $text = join ', ', 'ASM_ARG_' . uc $kind,
      map { $_ < 0 ? "(uint64_t)$_" : $_ } @more;
    $text .= ', 0' if @more == 1;
    '{' . $text . ', ' . ($may{$name} ? 1 : 0) . '}';
  } @{$self->{args}};
  my $count = @args;
  my $bytes = $result{$self->{returns} // ''} // 0;
  return "ASM_FUNCTION($self->{name}, $feature{$self->{form}}, $stack, $bytes, "
    . "$count,\n             " . join(",\n             ", @args) . ")\n";
}

1;
