import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { exportInputs } from '../../src/formats/exportOptions.ts'
import { listed, tableOf } from './tables.ts'

/** The options of an export, in code and on the command line. */
export function exportTable(): string {
  const { onProgress, signal, ...shown } = exportInputs
  const rows = Object.entries<v.GenericSchema>(shown).map(([name, schema]) => {
    const config = { typeMode: 'input', errorMode: 'ignore' } as const
    const { description = '', default: fallback } = toJsonSchema(schema, config)
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const option = fallback === true ? `--no-${dashed}` : `--${dashed}`
    return [
      listed([name]),
      listed([option]),
      fallback === undefined ? '' : `${fallback}`,
      description,
    ]
  })
  return tableOf(['option', 'on the command line', 'default', 'meaning'], rows)
}
