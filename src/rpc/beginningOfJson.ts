/**
 * A value as JSON; of a long one only the beginning is written, because writing all of it would take time that others wait.
 *
 * @param max above this many characters, the end is missing
 * @returns what `JSON.stringify` gives for plain values, if it has at most `max` characters. A bigint is text such as `5n`.
 */
export function beginningOfJson(value: unknown, max: number): string {
  let text = ''
  const write = (each: unknown): void => {
    if (typeof each === 'string') text += JSON.stringify(each.slice(0, max))
    else if (Array.isArray(each)) writeAll('[]', each.keys(), (index) => write(each[index]))
    else if (typeof each === 'object' && each !== null) {
      const given = each as Readonly<Record<string, unknown>>
      const names = Object.keys(given).filter((name) => given[name] !== undefined)
      writeAll('{}', names, (name) => {
        text += `${JSON.stringify(name.slice(0, max))}:`
        write(given[name])
      })
    } else text += typeof each === 'bigint' ? `"${each}n"` : (JSON.stringify(each) ?? 'null')
  }
  const writeAll = <Key>(ends: string, keys: Iterable<Key>, writeOne: (key: Key) => void) => {
    text += ends[0]
    let isFirst = true
    for (const key of keys) {
      if (text.length > max) return
      if (!isFirst) text += ','
      isFirst = false
      writeOne(key)
    }
    text += ends[1]
  }
  write(value)
  return text
}
