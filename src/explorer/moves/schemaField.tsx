import { useId } from 'preact/hooks'
import { ForeignText } from '../views/components.tsx'
import { type Draft, emptyDraft } from './draft.ts'
import type { Field, Member } from './schema.ts'

interface Properties<Kind extends Field['kind']> {
  readonly field: Extract<Field, { readonly kind: Kind }>
  /** for people who do not see the form */
  readonly label: string
  readonly draft: Draft
  readonly change: (draft: Draft) => void
}

/** The inputs for a value of any schema. */
export function SchemaField(properties: Properties<Field['kind']>) {
  const { field } = properties
  switch (field.kind) {
    case 'constant':
      return null
    case 'boolean':
      return <BooleanField {...properties} field={field} />
    case 'choice':
      return <ChoiceField {...properties} field={field} />
    case 'object':
      return <ObjectField {...properties} field={field} />
    case 'list':
      return <ListField {...properties} field={field} />
    case 'tuple':
      return <TupleField {...properties} field={field} />
    case 'union':
      return <UnionField {...properties} field={field} />
    default:
      return <TextField {...properties} field={field} />
  }
}

type LeafKind = 'number' | 'quantity' | 'text' | 'json'

function TextField({ field, label, draft, change }: Properties<LeafKind>) {
  const hint =
    field.kind === 'number'
      ? field.hint
      : field.kind === 'quantity'
        ? 'decimal or 0x…'
        : field.kind === 'json'
          ? 'JSON'
          : (field.pattern && '0x…') || ''
  return (
    <input
      aria-label={label}
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      placeholder={hint}
      autocomplete="off"
      spellcheck={false}
      value={String(draft)}
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}

function BooleanField({ label, draft, change }: Properties<'boolean'>) {
  return (
    <select
      aria-label={label}
      value={String(draft === true)}
      onChange={(event) => change(event.currentTarget.value === 'true')}
    >
      <option value="true">yes</option>
      <option value="false">no</option>
    </select>
  )
}

function ChoiceField({ field, label, draft, change }: Properties<'choice'>) {
  return (
    <select
      aria-label={label}
      value={String(draft)}
      onChange={(event) => change(event.currentTarget.value)}
    >
      {field.values.map((value, index) => (
        <option key={String(value)} value={String(index)}>
          {String(value)}
        </option>
      ))}
    </select>
  )
}

function ObjectField({ field, label, draft, change }: Properties<'object'>) {
  const { members } = draft as { readonly members: Readonly<Record<string, Draft>> }
  const set = (name: string, value: Draft | undefined) => {
    const { [name]: _, ...others } = members
    change({ members: value === undefined ? others : { ...others, [name]: value } })
  }
  return (
    <div class="members">
      {field.members
        .filter((member) => member.field.kind !== 'constant')
        .map((member) => (
          <MemberField
            key={member.name}
            member={member}
            label={`${label}: ${member.name}`}
            draft={members[member.name]}
            change={(value) => set(member.name, value)}
          />
        ))}
    </div>
  )
}

interface MemberProperties {
  readonly member: Member
  readonly label: string
  readonly draft: Draft | undefined
  readonly change: (draft: Draft | undefined) => void
}

/** A member that may be left out has a box that adds it. */
function MemberField({ member, label, draft, change }: MemberProperties) {
  const id = useId()
  const { name, isRequired, description, fallback, field } = member
  return (
    <div class="member">
      <p>
        {isRequired ? (
          <span class="member-name">{name}</span>
        ) : (
          <label class="member-name">
            <input
              type="checkbox"
              checked={draft !== undefined}
              aria-describedby={id}
              onChange={(event) =>
                change(event.currentTarget.checked ? emptyDraft(field) : undefined)
              }
            />{' '}
            {name}
          </label>
        )}{' '}
        <span id={id} class="muted">
          {description && <ForeignText text={description} max={300} />}
          {fallback !== undefined && ` Default: ${JSON.stringify(fallback)}.`}
        </span>
      </p>
      {draft !== undefined && (
        <SchemaField field={field} label={label} draft={draft} change={change} />
      )}
    </div>
  )
}

/** How many elements a list of a form may have. */
const ELEMENTS_MAX = 50

function ListField({ field, label, draft, change }: Properties<'list'>) {
  const elements = draft as readonly Draft[]
  return (
    <div class="elements">
      {elements.map((element, index) => (
        <div key={index} class="element">
          <SchemaField
            field={field.item}
            label={`${label} ${index + 1}`}
            draft={element}
            change={(value) => change(elements.with(index, value))}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove ${label} ${index + 1}`}
            onClick={() => change(elements.toSpliced(index, 1))}
          >
            ×
          </button>
        </div>
      ))}
      <p>
        <button
          type="button"
          disabled={elements.length >= ELEMENTS_MAX}
          onClick={() => change([...elements, emptyDraft(field.item)])}
        >
          Add to {label}
        </button>
      </p>
    </div>
  )
}

function TupleField({ field, label, draft, change }: Properties<'tuple'>) {
  const elements = draft as readonly Draft[]
  return (
    <div class="row">
      {field.items.map((item, index) => (
        <SchemaField
          key={index}
          field={item}
          label={`${label} ${index + 1}`}
          draft={elements[index] ?? ''}
          change={(value) => change(elements.with(index, value))}
        />
      ))}
    </div>
  )
}

function UnionField({ field, label, draft, change }: Properties<'union'>) {
  const { option, draft: chosen } = draft as { readonly option: number; readonly draft: Draft }
  const current = field.options[option]
  return (
    <div class="union">
      <select
        aria-label={`${label}: which`}
        value={String(option)}
        onChange={(event) => {
          const index = Number(event.currentTarget.value)
          const next = field.options[index]
          if (next !== undefined) change({ option: index, draft: emptyDraft(next.field) })
        }}
      >
        {field.options.map((each, index) => (
          <option key={index} value={String(index)}>
            {each.label}
          </option>
        ))}
      </select>
      {current?.description !== undefined && (
        <p class="muted">
          <ForeignText text={current.description} max={300} />
        </p>
      )}
      {current !== undefined && (
        <SchemaField
          key={option}
          field={current.field}
          label={label}
          draft={chosen}
          change={(value) => change({ option, draft: value })}
        />
      )}
    </div>
  )
}
