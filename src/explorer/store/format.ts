/** A number with separators, the same in every locale. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}

/** The beginning and the end of a hash or an address. */
export function shortHex(text: string, digits = 4): string {
  return text.length <= 2 * digits + 4
    ? text
    : `${text.slice(0, digits + 2)}…${text.slice(-digits)}`
}

/** A time in seconds as date and time, UTC. */
export function dateTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return `${seconds} s`
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A count with its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
