;; Finds text in bytes, letter case aside, sixteen places at a time: a place is looked at closely only where both the
;; text's first byte and, as far behind it as the text is long, its last byte stand. Whether a place in JSON is within a
;; value is told by the quotes before it, which are counted sixteen bytes at a time. `npm run assemble` makes
;; text-search-code.ts of this.
(module
  (memory (export "memory") 1)

  ;; Where the text is found first from $at on, so that it ends before $end; $end where nowhere. The text stands in the
  ;; memory twice, in lower and in upper case. Up to fifteen bytes from $end on are read too, whatever they are.
  (func $find (export "find")
    (param $at i32) (param $end i32) (param $lower i32) (param $upper i32) (param $length i32)
    (result i32)
    (local $last i32) (local $stop i32)
    (local $candidates i32) (local $place i32) (local $index i32) (local $letter i32)
    (local $lowerFirst v128) (local $upperFirst v128) (local $lowerLast v128) (local $upperLast v128)
    (local $firsts v128) (local $lasts v128)

    (local.set $last (i32.sub (local.get $length) (i32.const 1)))
    ;; From here on the text would not end in time.
    (local.set $stop (i32.sub (local.get $end) (local.get $last)))
    (local.set $lowerFirst (i8x16.splat (i32.load8_u (local.get $lower))))
    (local.set $upperFirst (i8x16.splat (i32.load8_u (local.get $upper))))
    (local.set $lowerLast (i8x16.splat (i32.load8_u (i32.add (local.get $lower) (local.get $last)))))
    (local.set $upperLast (i8x16.splat (i32.load8_u (i32.add (local.get $upper) (local.get $last)))))

    (block $nowhere
      (loop $onward
        (br_if $nowhere (i32.ge_s (local.get $at) (local.get $stop)))
        (local.set $firsts (v128.load align=1 (local.get $at)))
        (local.set $lasts (v128.load align=1 (i32.add (local.get $at) (local.get $last))))
        (local.set $candidates
          (i8x16.bitmask
            (v128.and
              (v128.or
                (i8x16.eq (local.get $firsts) (local.get $lowerFirst))
                (i8x16.eq (local.get $firsts) (local.get $upperFirst)))
              (v128.or
                (i8x16.eq (local.get $lasts) (local.get $lowerLast))
                (i8x16.eq (local.get $lasts) (local.get $upperLast))))))
        (block $none
          (loop $nextCandidate
            (br_if $none (i32.eqz (local.get $candidates)))
            (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $candidates))))
            (br_if $nowhere (i32.ge_s (local.get $place) (local.get $stop)))
            (local.set $index (i32.const 1))
            (block $differs
              (loop $nextLetter
                (if (i32.ge_s (local.get $index) (local.get $last)) (then (return (local.get $place))))
                (local.set $letter (i32.load8_u (i32.add (local.get $place) (local.get $index))))
                (br_if $differs
                  (i32.and
                    (i32.ne (local.get $letter) (i32.load8_u (i32.add (local.get $lower) (local.get $index))))
                    (i32.ne (local.get $letter) (i32.load8_u (i32.add (local.get $upper) (local.get $index))))))
                (local.set $index (i32.add (local.get $index) (i32.const 1)))
                (br $nextLetter)))
            ;; The lowest of the bits goes.
            (local.set $candidates (i32.and (local.get $candidates) (i32.sub (local.get $candidates) (i32.const 1))))
            (br $nextCandidate)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $onward)))
    (local.get $end))

  ;; The same in one JSON text, from its start to its end: only where the text stands within a value, and not in a member's
  ;; name. Its quotes, if any, are escaped, so it stands wholly within a string or wholly outside of all; there only what
  ;; numbers, true, false and null are written with is within a value, and $bare says whether the text is nothing else.
  ;; $escapes says how the JSON text is written: 0 if it has no escaped quotes, -1 if it has no escaped backslashes.
  (func (export "findInValue")
    (param $at i32) (param $end i32) (param $lower i32) (param $upper i32) (param $length i32) (param $bare i32)
    (param $escapes i32)
    (result i32)
    (local $counted i32) (local $odd i32) (local $place i32)
    (local.set $counted (local.get $at))
    (loop $onward
      (local.set $place
        (call $find (local.get $at) (local.get $end) (local.get $lower) (local.get $upper) (local.get $length)))
      (if (i32.eq (local.get $place) (local.get $end)) (then (return (local.get $end))))
      (local.set $odd (i32.xor (local.get $odd) (call $oddQuotes (local.get $counted) (local.get $place) (local.get $escapes))))
      (local.set $counted (local.get $place))
      (if (local.get $odd)
        (then
          (local.set $at
            (call $afterQuote (i32.add (local.get $place) (local.get $length)) (local.get $end) (local.get $escapes)))
          (local.set $counted (local.get $at))
          (local.set $odd (i32.const 0))
          (br_if $onward (call $colonFollows (local.get $at) (local.get $end)))
          (return (local.get $place))))
      (if (local.get $bare) (then (return (local.get $place))))
      (local.set $at (i32.add (local.get $place) (i32.const 1)))
      (br $onward))
    (unreachable))

  ;; Which of the sixteen bytes from $at on are quotes that begin or end a string, as bits. The byte before $at is read too.
  (func $quotesAt (param $at i32) (param $escapes i32) (result i32)
    (i32.and
      (i8x16.bitmask (i8x16.eq (v128.load align=1 (local.get $at)) (i8x16.splat (i32.const 0x22))))
      (i32.xor
        (i32.and
          (local.get $escapes)
          (i8x16.bitmask
            (i8x16.eq (v128.load align=1 (i32.sub (local.get $at) (i32.const 1))) (i8x16.splat (i32.const 0x5c)))))
        (i32.const -1))))

  ;; Whether the number of quotes from $at on and before $end is odd: 1 or 0. Up to fifteen bytes from $end on are read.
  (func $oddQuotes (param $at i32) (param $end i32) (param $escapes i32) (result i32)
    (local $left i32) (local $quotes i32) (local $count i32)
    (block $done
      (loop $onward
        (local.set $left (i32.sub (local.get $end) (local.get $at)))
        (br_if $done (i32.le_s (local.get $left) (i32.const 0)))
        (local.set $quotes (call $quotesAt (local.get $at) (local.get $escapes)))
        (if (i32.lt_s (local.get $left) (i32.const 16))
          (then
            (local.set $quotes
              (i32.and
                (local.get $quotes)
                (i32.sub (i32.shl (i32.const 1) (local.get $left)) (i32.const 1))))))
        (local.set $count (i32.add (local.get $count) (i32.popcnt (local.get $quotes))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $onward)))
    (i32.and (local.get $count) (i32.const 1)))

  ;; The place behind the first quote from $at on; $end where there is none before it.
  (func $afterQuote (param $at i32) (param $end i32) (param $escapes i32) (result i32)
    (local $quotes i32)
    (block $nowhere
      (loop $onward
        (br_if $nowhere (i32.ge_s (local.get $at) (local.get $end)))
        (local.set $quotes (call $quotesAt (local.get $at) (local.get $escapes)))
        (if (local.get $quotes)
          (then
            (local.set $at
              (i32.add (local.get $at) (i32.add (i32.ctz (local.get $quotes)) (i32.const 1))))
            (br_if $nowhere (i32.gt_s (local.get $at) (local.get $end)))
            (return (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $onward)))
    (local.get $end))

  ;; Whether the next byte from $at on and before $end that is no white space is a colon: 1 or 0.
  (func $colonFollows (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (block $none
      (loop $onward
        (br_if $none (i32.ge_s (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (br_if $none (i32.and
          (i32.gt_u (local.get $byte) (i32.const 0x20))
          (i32.ne (local.get $byte) (i32.const 0x3a))))
        (if (i32.eq (local.get $byte) (i32.const 0x3a)) (then (return (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $onward)))
    (i32.const 0)))
