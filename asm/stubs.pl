#!/usr/bin/perl
# Generates the public stubs: one function cordon_x for each service x of the
# list, around its body svc_x.
#
# usage: stubs.pl [--test-object] --list SERVICES --output FILE
use strict;
use warnings;

use FindBin;
use Getopt::Long;
use lib "$FindBin::Bin/lib";

use Emit;
use Operand qw(constant fixed);

my ($list, $output, $test_object);
GetOptions('list=s' => \$list, 'output=s' => \$output,
           'test-object' => \$test_object)
  && $list && $output && !@ARGV
  or die "usage: stubs.pl [--test-object] --list SERVICES --output FILE\n";

# read_services returns the names in the order of the list. A line is a name
# without cordon_; `test:` before it marks what only the test object has, `any:`
# what works in every state. Empty lines and lines that start with # say
# nothing.
sub read_services {
  my ($name) = @_;
  open my $in, '<', $name or die "$name: $!\n";
  my (@services, %seen);
  while (my $line = <$in>) {
    $line =~ s/\s+\z//;
    next if $line eq '' || $line =~ /^#/;
    $line =~ /^(test:|any:)?([a-z][a-z0-9_]*)\z/
      or die "$name:$.: \"$line\" is not the name of a service\n";
    my ($mark, $service) = ($1 // '', $2);
    die "$name:$.: \"$service\" stands twice in the list\n"
      if $seen{$service}++;
    push @services, {name => $service, any => $mark eq 'any:'}
      if $mark ne 'test:' || $test_object;
  }
  die "$name: no services\n" unless @services;
  return @services;
}

# stub emits the stub of one service.
#
# A body returns its status masked by a constant, and the error preloaded here
# decodes to CORDON_ERR_STATE if the body never ran. ENDBR64 with one flipped
# bit may swallow the four bytes after it, which the nops provide. The push
# aligns the stack; RCX is as good as any caller-saved register that is not
# RAX. With no frame to rebuild, at most six integer arguments pass.
#
# Traps fill the space up to the next stub. One flipped bit makes a short jump
# of a pop, a ret or a call, or lets ret fall through; were another stub in
# reach (30 bytes of code, 127 bytes of jump), its service, say one that wipes,
# would give its success to this one's caller.
sub stub {
  my ($e, $entry) = @_;
  my $service = $entry->{name};
  my $class = $entry->{any} ? 'GATE_ANY' : 'GATE';
  $e->function(
    name => "cordon_$service", visible => 'public', guard => 192,
    doc => "cordon_$service decodes the status of svc_$service.");
  $e->insn('nop') for 1 .. 8;
  $e->insn('mov', fixed('rax', 32), constant("${class}_STUB_ERROR"));
  $e->push(fixed('rcx'));
  $e->call("svc_$service");
  $e->pop(fixed('rcx'));
  $e->insn('xor', fixed('rax', 32), constant("${class}_MAGIC"));
  $e->insn('ret');
  $e->end;
  return;
}

my @services = read_services($list);
my $e = Emit->new(about => <<'END');
The public functions of the module: each calls its service body and decodes
the masked status.
END
$e->include('module/seal_layout.h');
$e->line('');
$e->hidden("svc_$_->{name}") for @services;
stub($e, $_) for @services;
$e->write($output);
