/** The units of amounts, and how many decimals of a wei they have. */
const UNITS = { wei: 0, gwei: 9, ether: 18 } as const

export type Unit = keyof typeof UNITS

/** An amount in wei as an exact decimal number of a unit, with separators: `1,234.5`. */
export function inUnit(wei: bigint, unit: Unit): string {
  return withDecimals(wei, UNITS[unit])
}

/** A whole number as an exact decimal number whose last digits are a fraction, with separators. */
export function withDecimals(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${separated(whole)}${fraction === '' ? '' : `.${fraction}`}`
}

/** The unit in which an amount is short: ether from a millionth of it, gwei from a thousandth of it. */
export function unitOf(wei: bigint): Unit {
  const amount = wei < 0n ? -wei : wei
  if (amount >= 10n ** 12n || amount === 0n) return 'ether'
  return amount >= 10n ** 6n ? 'gwei' : 'wei'
}

/** A whole number of any size with separators. */
export function separated(digits: string | bigint | number): string {
  return String(digits).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}

/** What a QUANTITY or a missing one is as a number. */
export function quantityOf(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : undefined
}

/** A number as a QUANTITY. */
export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`
}

/**
 * An amount of ether that a person has typed, in wei; nothing is 0.
 *
 * @throws {Error} that says what to type
 */
export function weiOf(ether: string): bigint {
  const [, whole, fraction = ''] = /^(\d{0,12})(?:\.(\d{0,18}))?$/.exec(ether.trim()) ?? []
  if (whole === undefined) throw new Error('value: want an amount of ether, such as 0.5')
  return BigInt(whole + fraction.padEnd(UNITS.ether, '0'))
}
