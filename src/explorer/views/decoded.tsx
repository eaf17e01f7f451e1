import type { AbiValue, DecodedParameter } from '../decode/abiDecode.ts'
import type { Decoded } from '../decode/contractBook.ts'
import { separated } from '../decode/units.ts'
import { AddressLink, Bytes, ForeignText } from './parts.tsx'

/** How many elements of a list are shown. */
const ELEMENTS_MAX = 50

/** A call or a log in the words of its ABI, with its parameters. */
export function DecodedItem({ decoded }: { readonly decoded: Decoded }) {
  return (
    <div class="decoded">
      <p class="mono break">
        <ForeignText text={decoded.signature} />
        {!decoded.isCertain && (
          <span class="muted"> (by the ABI of another contract that has the same signature)</span>
        )}
      </p>
      <Parameters parameters={decoded.parameters} />
    </div>
  )
}

export function Parameters({ parameters }: { readonly parameters: readonly DecodedParameter[] }) {
  if (parameters.length === 0) return null
  return (
    <dl class="facts parameters">
      {parameters.map(({ name, type, value }, index) => (
        <div key={index} class="parameter">
          <dt>
            <ForeignText text={name || String(index)} max={40} />{' '}
            <span class="muted mono">{type}</span>
          </dt>
          <dd>
            <Value value={value} type={type} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, type }: { readonly value: AbiValue; readonly type: string }) {
  if (typeof value === 'bigint') return <>{separated(value)}</>
  if (typeof value === 'boolean') return <>{String(value)}</>
  if (typeof value === 'string') {
    if (type === 'address') return <AddressLink address={value} isLong />
    if (type === 'string') return <ForeignText text={value} max={2_000} />
    return <Bytes hex={value} what="bytes" />
  }
  if ('members' in value) return <Parameters parameters={value.members} />
  return <List values={value} type={type} />
}

function List({ values, type }: { readonly values: readonly AbiValue[]; readonly type: string }) {
  if (values.length === 0) return <span class="muted">empty</span>
  const element = type.replace(/\[\d*\]$/, '')
  return (
    <ol class="values" start={0}>
      {values.slice(0, ELEMENTS_MAX).map((value, index) => (
        <li key={index}>
          <Value value={value} type={element} />
        </li>
      ))}
      {values.length > ELEMENTS_MAX && <li>… {separated(values.length)} values</li>}
    </ol>
  )
}
