/**
 * Returns a parser that appends the headers of an option. Its environment variable has one header per line; the option has
 * one header, and a line break in it is refused later.
 *
 * @param variable undefined if it has none
 */
export function headerAdder(
  variable?: string,
): (text: string, headers?: readonly string[]) => readonly string[] {
  return (text, headers = []) => {
    const isOfVariable = variable !== undefined && text === process.env[variable]
    const lines = isOfVariable ? text.split(/\r?\n/).filter((line) => line.trim() !== '') : [text]
    return [...headers, ...lines]
  }
}
