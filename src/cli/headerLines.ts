/**
 * Makes what adds headers to those of an option. In its environment variable, each is on its own line; an option has one,
 * in which a line break is refused later.
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
