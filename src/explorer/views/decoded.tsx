import type { AbiValue, DecodedParameter } from '../decode/abiDecode.ts'
import type { Decoded } from '../decode/contractBook.ts'
import { separated, withDecimals } from '../decode/units.ts'
import { AddressLink, Bytes, ForeignText } from './components.tsx'
import { type TokenUnit, useTokenUnit } from './tokenUnit.ts'

/** How many elements of a list are shown. */
const ELEMENTS_MAX = 50

/** How ERC-20 and contracts like it name an amount of the token. */
const AMOUNT_NAME = /^_?(amount|value|wad)$/

interface ItemProperties {
  readonly decoded: Decoded
  /** of the contract that was called, or that wrote the log */
  readonly address: string | undefined
}

/** A call or a log in the words of its ABI, with its parameters. */
export function DecodedItem({ decoded, address }: ItemProperties) {
  const unit = useTokenUnit(address)
  return (
    <div class="decoded">
      <p class="mono break">
        <ForeignText text={decoded.signature} />
        {!decoded.isCertain && (
          <span class="muted"> (by the ABI of another contract that has the same signature)</span>
        )}
      </p>
      <Parameters parameters={decoded.parameters} unit={unit} />
    </div>
  )
}

interface ParametersProperties {
  readonly parameters: readonly DecodedParameter[]
  /** of amounts of the token */
  readonly unit?: TokenUnit | undefined
}

export function Parameters({ parameters, unit }: ParametersProperties) {
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
            {unit !== undefined && typeof value === 'bigint' && AMOUNT_NAME.test(name) ? (
              <TokenAmount amount={value} unit={unit} />
            ) : (
              <Value value={value} type={type} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function TokenAmount({ amount, unit }: { readonly amount: bigint; readonly unit: TokenUnit }) {
  return (
    <>
      {withDecimals(amount, unit.decimals)} <ForeignText text={unit.symbol} max={20} />{' '}
      {unit.decimals > 0 && <span class="muted">({separated(amount)})</span>}
    </>
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
