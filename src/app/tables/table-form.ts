/** The parameters of a list as the fields of a form, by their schemas. */

import { type Html, html, withCode } from '../../http/pages/html.ts'
import { type FieldSchema, type Parameter, pagingParameters, type TableList } from './table-list.ts'

interface FormView {
  readonly list: TableList
  readonly texts: Readonly<Record<string, string>>
  readonly shown: readonly string[]
  readonly isOpen: boolean
}

export function tableForm({ list, texts, shown, isOpen }: FormView): Html {
  const parameters = filterParameters(list)
  const columns = list.hasFields ? Object.keys(list.columns) : []
  return html`<form class="tight" action="${list.path}">
<details${isOpen ? html` open` : undefined}><summary>Filters and order: ${parameters.length}</summary>
<div class="fields">${parameters.map((parameter) => field(parameter, texts[parameter.name]))}</div></details>
${
  columns.length === 0
    ? undefined
    : html`<details><summary>Columns: ${shown.length} of ${columns.length}</summary>
<fieldset class="fields narrow-fields"><legend class="unseen">Columns</legend>${columns.map((name) => html`<label class="check"><input type="checkbox" name="fields" value="${name}"${shown.includes(name) ? html` checked` : undefined}> ${name}</label>\n`)}</fieldset></details>`
}
<p><button class="button">Show</button></p>
</form>`
}

/** All that is no part of paging; the columns have a form of their own. */
export function filterParameters({ parameters, hasFields }: TableList): Parameter[] {
  return parameters.filter(
    ({ name }) => !pagingParameters.has(name) && name !== 'total' && !(hasFields && name === 'fields'),
  )
}

function field({ name, schema, isRequired }: Parameter, text = ''): Html {
  const about = schema.description?.split(/(?<=[.])\s/, 1)[0]
  return html`<label>${name.replaceAll('_', ' ')}${isRequired ? ' (required)' : ''}${control(name, schema, text, isRequired)}${about === undefined ? undefined : html`<small>${withCode(about)}</small>`}</label>
`
}

function control(name: string, schema: FieldSchema, text: string, isRequired: boolean): Html {
  const values = schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []) ?? []
  const options = schema.type === 'boolean' ? ['true', 'false'] : values.map(String)
  const fallback = schema.default === undefined ? 'any' : `${schema.default}, unless said`
  if (options.length > 0)
    return html`<select name="${name}"><option value="">${fallback}</option>${options.map((value) => html`<option${value === text ? html` selected` : undefined}>${value}</option>`)}</select>`
  const [example] = schema.examples ?? []
  const hint = schema.default ?? example
  return html`<input name="${name}" value="${text}"${inputType(schema)}${hint === undefined ? undefined : html` placeholder="${String(hint)}"`}${isRequired ? html` required` : undefined}>`
}

function inputType({ type, format, minimum, maximum, maxLength }: FieldSchema): Html {
  if (format === 'date') return html` type="date"`
  const attribute = (name: string, value: number | undefined) =>
    value === undefined ? undefined : html` ${name}="${value}"`
  if (type === 'integer' || type === 'number')
    return html` type="number"${attribute('min', minimum)}${attribute('max', maximum)}${type === 'number' ? html` step="any"` : undefined}`
  return html`${attribute('maxlength', maxLength)}`
}
