import { readFileSync } from 'node:fs'

/** The fields of an interface, and what editors say about them. */
export function interfaceFields(
  path: string,
  name: string,
): readonly (readonly [field: string, comment: string])[] {
  const [, text = ''] = readFileSync(path, 'utf8').split(`export interface ${name} `)
  const [, body = ''] = (text.split('\n}\n')[0] ?? '').split('{\n')
  const fields = body.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+readonly (\w+)/gs)
  return [...fields].map(([, comment = '', field = '']) => [
    field,
    comment.replaceAll(/\s*\n\s+\* ?/g, ' ').trim(),
  ])
}
