/** Returns whether an argument names a window spec, or a folder of them. */
const isSpec = (argument) => argument.includes('.spec.ts') || argument.startsWith('e2e/specs')

/**
 * Splits the arguments of `npm test -- …` into those of each runner: unit tests and window specs have one each. Options go
 * to every runner that has something to run; unit tests have if no spec is named.
 */
export function chosenTests(args) {
  const unit = []
  const window = []
  let [hasUnit, hasWindow] = [false, false]
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]
    if (argument === '-t') {
      // Vitest calls a test's name `-t`, Playwright `-g`.
      index += 1
      unit.push('-t', args[index] ?? '')
      window.push('-g', args[index] ?? '')
    } else if (argument.startsWith('-')) {
      unit.push(argument)
      window.push(argument)
    } else if (isSpec(argument)) {
      hasWindow = true
      window.push(argument)
    } else {
      hasUnit = true
      unit.push(argument)
    }
  }
  return { unit: hasUnit || !hasWindow ? unit : undefined, window: hasWindow ? window : undefined }
}
