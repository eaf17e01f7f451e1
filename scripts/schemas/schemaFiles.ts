import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import { specFile } from '../../src/chain/spec/spec.ts'
import { finalityRule } from '../../src/endpoint/finality.ts'
import { faultRule } from '../../src/faults/faultRule.ts'
import { scenarioInput } from '../../src/scenario/scenarioInput.ts'
import { stepInput } from '../../src/scenario/stepInput.ts'

const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  // JSON Schema cannot express rules between fields.
  ignoreActions: ['raw_check', 'check', 'transform'],
}

/** The JSON Schemas that the package has for editors, by their paths. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const definitions = {
    finality: finalityRule,
    rule: faultRule,
    step: stepInput,
  }
  const schemas = {
    'scenarios/scenario.schema.json': toJsonSchema(scenarioInput, { ...config, definitions }),
    'scenarios/spec.schema.json': toJsonSchema(specFile, config),
  }
  return new Map(
    Object.entries(schemas).map(([path, { $schema, ...schema }]) => [
      path,
      `${JSON.stringify({ $schema, ...schema }, null, 2)}\n`,
    ]),
  )
}
