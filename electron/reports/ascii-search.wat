;; Finds ASCII text in bytes, letter case aside, sixteen places at a time: a place is looked at closely only where both the
;; text's first letter and, as far behind it as the text is long, its last letter stand. `npm run assemble` makes
;; ascii-search-code.ts of this.
(module
  (memory (export "memory") 1)

  ;; Where the text is found first from $at on, so that it ends before $end; $end where nowhere. The text stands in the
  ;; memory twice, in lower and in upper case. Up to fifteen bytes from $end on are read too, whatever they are.
  (func (export "find")
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
    (local.get $end)))
