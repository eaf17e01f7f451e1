import { describe, expect, it } from 'vitest'
import { traceCallConfig, traceConfig } from '../../../src/rpc/params/traceConfig.ts'

const unmarshal = (have: string, field: string, type: string) =>
  `invalid argument 1: json: cannot unmarshal ${have} into Go struct field ${field} of type ${type}`

describe('traceConfig', () => {
  it.each([
    [{ enableMemory: 'yes' }, 'string', 'Config.EnableMemory', 'bool'],
    [{ disableStack: 1 }, 'number', 'Config.DisableStack', 'bool'],
    [{ disableStorage: [] }, 'array', 'Config.DisableStorage', 'bool'],
    [{ enableReturnData: {} }, 'object', 'Config.EnableReturnData', 'bool'],
    [{ limit: 1.5 }, 'number 1.5', 'Config.Limit', 'int'],
    [{ tracer: 5 }, 'number', 'Tracer', 'string'],
    [{ timeout: true }, 'bool', 'Timeout', 'string'],
  ])('names the structs of geth in the error of %j', (options, have, field, type) => {
    const alone = unmarshal(have, `TraceConfig.${field}`, type)
    expect(() => traceConfig.read(options, 1)).toThrow(alone)
    const ofCall = unmarshal(have, `TraceCallConfig.TraceConfig.${field}`, type)
    expect(() => traceCallConfig.read(options, 1)).toThrow(ofCall)
  })

  it('names the fields of a call without a struct around them', () => {
    const ofCall = unmarshal('non-string', 'TraceCallConfig.TxIndex', 'hexutil.Uint')
    expect(() => traceCallConfig.read({ txIndex: 1 }, 1)).toThrow(ofCall)
  })
})
