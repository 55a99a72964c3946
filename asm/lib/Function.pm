# One function while it is generated: its registers, its place on the stack, and
# its instructions. The body is recorded first; what it used decides the
# prologue and the epilogue, which are printed with it.
package Function;

use strict;
use warnings;

use Operand qw(label mem);

my @ARGUMENTS = qw(rdi rsi rdx rcx r8 r9);
my %CALLEE_SAVED = map { $_ => 1 } qw(rbx rbp r12 r13 r14 r15);
# In the order in which they are given out.
my @POOL = qw(rax rcx rdx rsi rdi r8 r9 r10 r11 rbx rbp r12 r13 r14 r15);

# Instructions that a generator may use, with their numbers of operands. None
# of them takes a time that depends on its data.
my %INSTRUCTION = (
  (map { $_ => 2 } qw(mov lea add adc sub sbb adcx adox imul
                      and or xor shl shr sar ror rcr test cmp bt
                      cmovc cmovnc cmovs cmovns cmovz cmovnz
                      movq movd movss movdqu movdqa
                      pxor por pand pcmpeqd paddd paddq pshufb
                      psrlw psrld psrlq psllw pslld psllq psrldq pslldq
                      vmovd vmovdqu vmovdqa vpbroadcastd vbroadcasti128
                      sha256rnds2 sha256msg1 sha256msg2)),
  (map { $_ => 3 } qw(mulx andn rorx shlx shrx
                      palignr pblendw pshufd pshuflw pshufhw shufpd
                      vpxor vpcmpeqd vpaddd vpaddq vpshufb vpshufd
                      vpsrld vpsrlq vpslld vpsllq vpsrldq vpslldq)),
  (map { $_ => 4 } qw(vpalignr vinserti128 vpblendvb)),
  (map { $_ => 1 } qw(mul neg not dec jmp jz jnz jnc jns)));
# Allowed in functions that end in _vartime.
my %VARTIME = (bsr => 2, tzcnt => 2);

# Function->new(SPEC) binds the arguments; NAME of an argument is the name of
# its register.
sub new {
  my ($class, $spec) = @_;
  my $self = bless {spec => $spec, code => [], bound => {}, vectors => {},
                    names => {}, used => {}, frame => 0, labels => 0,
                    wide => 0}, $class;
  my @registers = @ARGUMENTS;
  for my $arg (@{$spec->{args}}) {
    $self->take_at(shift @registers, $arg->[1]);
  }
  return $self;
}

sub fail {
  my ($self, $text) = @_;
  die "$self->{spec}{name}: $text\n";
}

# arg is the register of an argument, while it is live.
sub arg {
  my ($self, $name) = @_;
  return $self->{names}{$name} // $self->fail("nothing is called $name");
}

# bind gives a free register a name that no live register has.
sub bind {
  my ($self, $table, $kind, $number, $bits, $name) = @_;
  $self->fail("register $number is bound to $table->{$number}{name}, " .
              "not free for $name") if $table->{$number};
  $self->fail("two registers called $name") if $self->{names}{$name};
  my $binding = {name => $name, live => 1};
  $table->{$number} = $binding;
  my $register = Operand::register($kind, $number, $bits, $binding);
  $self->{names}{$name} = $register;
  return $register;
}

# take binds any free general register; take_at the one of that name.
sub take {
  my ($self, @names) = @_;
  my @taken;
  for my $name (@names) {
    my ($free) = grep { !$self->{bound}{Operand::number_of($_)} } @POOL;
    defined $free or $self->fail("no register is free for $name");
    push @taken, $self->take_at($free, $name);
  }
  return wantarray ? @taken : $taken[0];
}

sub take_at {
  my ($self, $register, $name) = @_;
  $register eq 'rsp' and $self->fail('rsp is nobody\'s');
  $self->{used}{$register} = 1;
  return $self->bind($self->{bound}, 'general',
                     Operand::number_of($register), 64, $name);
}

# take_vector binds any free vector register, 128 or 256 bits wide.
sub take_vector {
  my ($self, $bits, @names) = @_;
  my @taken;
  $self->{wide} = 1 if $bits == 256;
  for my $name (@names) {
    my ($free) = grep { !$self->{vectors}{$_} } 0 .. 15;
    defined $free or $self->fail("no vector register is free for $name");
    push @taken, $self->bind($self->{vectors}, 'vector', $free, $bits, $name);
  }
  return wantarray ? @taken : $taken[0];
}

sub take_vector_at {
  my ($self, $number, $bits, $name) = @_;
  $self->{wide} = 1 if $bits == 256;
  return $self->bind($self->{vectors}, 'vector', $number, $bits, $name);
}

# release ends the life of registers; to use one afterwards is an error.
sub release {
  my ($self, @registers) = @_;
  for my $register (@registers) {
    my $binding = $register->{binding};
    $self->fail("$binding->{name} was released before")
      unless $binding->{live};
    my $table = $register->{kind} eq 'vector' ? $self->{vectors}
      : $self->{bound};
    delete $table->{$register->{number}};
    delete $self->{names}{$binding->{name}};
    # What was recorded with it stays right: it is spelled at once.
    $binding->{live} = 0;
  }
  return;
}

# moved is another register with the value of a live one, which is released.
sub moved {
  my ($self, $from, $to) = @_;
  my $moved = $self->take_at($to, "moved $from->{binding}{name}");
  $self->mov($moved, $from);
  $self->release($from);
  return $moved;
}

# local is memory in the frame, not shared with anything.
sub local {
  my ($self, $bytes) = @_;
  my $at = $self->{frame};
  $self->{frame} += ($bytes + 7) & ~7;
  return mem(Operand::fixed('rsp'), $at);
}

sub new_label {
  my ($self, $name) = @_;
  return label(".L$self->{spec}{name}_$name" . $self->{labels}++);
}

sub place {
  my ($self, $label) = @_;
  push @{$self->{code}}, ['place', $label];
  return;
}

sub note {
  my ($self, $text) = @_;
  push @{$self->{code}}, ['note', $text];
  return;
}

# record keeps an instruction, with its operands as they are bound now.
sub record {
  my ($self, $name, @operands) = @_;
  my $count = $INSTRUCTION{$name} // $VARTIME{$name};
  $self->fail("$name is for functions that end in _vartime")
    if $VARTIME{$name} && $self->{spec}{name} !~ /_vartime\z/;
  $self->fail("$name takes $count operands") unless @operands == $count;
  for my $operand (@operands) {
    ref $operand or next;
    Emit::spell($operand);
  }
  push @{$self->{code}}, ['insn', $name, map { frozen($_) } @operands];
  return;
}

# frozen is a copy of an operand that outlives the binding.
sub frozen {
  my ($operand) = @_;
  my $kind = ref $operand;
  if ($kind eq 'Operand::Register') {
    return bless {%$operand, binding => {name => $operand->{binding}{name},
                                         live => 1}}, $kind;
  }
  if ($kind eq 'Operand::Memory') {
    my %copy = %$operand;
    $copy{$_} &&= frozen($copy{$_}) for qw(base index);
    return bless \%copy, $kind;
  }
  return $operand;
}

# interleave generates two stretches of code that do not depend on each other,
# and spreads the second one evenly over the first. The second has vector
# instructions alone, which keep flags and general registers.
sub interleave {
  my ($self, @bodies) = @_;
  my $before = $self->{code};
  my ($main, $other) = map { $self->{code} = []; $_->(); $self->{code} }
    @bodies;
  my $done = 0;
  $self->{code} = $before;
  $self->check_independent($main, $other);
  for my $i (0 .. $#$main) {
    push @$before, $main->[$i];
    my $due = int(@$other * ($i + 1) / @$main);
    push @$before, @$other[$done .. $due - 1];
    $done = $due;
  }
  return;
}

# check_independent refuses a second stretch that has general registers as
# operands, other than as addresses, and a first one that names those or vector
# registers.
sub check_independent {
  my ($self, $main, $other) = @_;
  my %address;
  for my $entry (@$other) {
    my ($what, $name, @operands) = @$entry;
    next if $what eq 'note';
    $what eq 'insn' or $self->fail("$what is not to be spread");
    for my $operand (@operands) {
      my $kind = ref $operand;
      $self->fail("$name is not to be spread")
        if $kind eq 'Operand::Register' && $operand->{kind} ne 'vector';
      next if $kind ne 'Operand::Memory';
      $address{$_->{number}} = 1 for grep { $_ } @{$operand}{qw(base index)};
    }
  }
  for my $entry (@$main) {
    my ($what, $name, @operands) = @$entry;
    next if $what ne 'insn';
    for my $register (grep { ref eq 'Operand::Register' } @operands) {
      $self->fail("$name takes a register of the other stretch")
        if $register->{kind} eq 'vector' || $address{$register->{number}};
    }
  }
  return;
}

for my $name (keys %INSTRUCTION, keys %VARTIME) {
  no strict 'refs';
  *{$name} = sub { my $self = shift; return $self->record($name, @_) };
}

# stack is how many bytes of it the function uses, its return address not
# counted.
sub stack {
  my ($self) = @_;
  return 8 * $self->saved + (($self->{frame} + 15) & ~15);
}

sub saved {
  my ($self) = @_;
  return grep { $CALLEE_SAVED{$_} } sort keys %{$self->{used}};
}

# emit prints the function.
sub emit {
  my ($self, $e) = @_;
  my $spec = $self->{spec};
  my @saved = map { Operand::fixed($_) } $self->saved;
  my $frame = ($self->{frame} + 15) & ~15;
  $e->function(name => $spec->{name}, visible => 'hidden',
               doc => $spec->prototype_of . "\n" . $spec->banner);
  $e->push($_, 1) for @saved;
  $e->frame($frame);
  for my $entry (@{$self->{code}}) {
    my ($what, @rest) = @$entry;
    $e->$what(@rest);
  }
  $e->insn('vzeroupper') if $self->{wide};
  $e->frame(-$frame);
  $e->pop($_, 1) for reverse @saved;
  $e->insn('ret');
  $e->end;
  return;
}

1;
