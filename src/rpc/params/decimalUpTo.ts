/** A pattern for the decimal numbers from 0 to a limit of several digits. */
export function decimalUpTo(limit: string): string {
  const fewer = `[0-9]{1,${limit.length - 1}}`
  // Numbers with as many digits: equal to the limit up to one digit, which is lower.
  const below = [...limit].flatMap((digit, index) => {
    const lowest = index === 0 ? 1 : 0
    if (Number(digit) === lowest) return []
    const rest = limit.length - index - 1
    return `${limit.slice(0, index)}[${lowest}-${Number(digit) - 1}][0-9]{${rest}}`
  })
  return [fewer, ...below, limit].join('|')
}
