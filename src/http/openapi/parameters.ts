import { capitalized } from './answers.ts'
import type { OpenApiDocument, Operation, Parameter } from './model.ts'

type Paths = OpenApiDocument['paths']
type Components = OpenApiDocument['components']['parameters']

const prefix = '#/components/parameters/'

/** Of a path. @param name `id`, or for example `mailing_list_id` */
export function idParameter(name: string): Parameter {
  const what = name === 'id' ? 'record' : name.replace(/_id$/, '').replaceAll('_', ' ')
  return {
    name,
    in: 'path',
    required: true,
    description: `The id of the ${what}.`,
    schema: { type: 'integer', minimum: 1 },
  }
}

/** Makes a component of a parameter that several operations have: of those with one name, of the most frequent one. */
export function shareParameters(paths: Paths): { paths: Paths; parameters: Components } {
  const uses = new Map<string, { parameter: Parameter; count: number }>()
  for (const { parameters } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    for (const parameter of parameters) {
      if ('$ref' in parameter) continue
      const text = JSON.stringify(parameter)
      const { count } = uses.get(text) ?? { count: 0 }
      uses.set(text, { parameter, count: count + 1 })
    }
  }
  const components: Components = {}
  for (const { parameter, count } of [...uses.values()].toSorted((one, other) => other.count - one.count)) {
    if (count > 1) components[componentName(parameter)] ??= parameter
  }
  const texts = new Map(
    Object.entries(components).map(([name, parameter]) => [JSON.stringify(parameter), name]),
  )
  const shared = (operation: Operation): Operation => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const name = texts.get(JSON.stringify(parameter))
      return name === undefined ? parameter : { $ref: prefix + name }
    }),
  })
  return { paths: mapOperations(paths, shared), parameters: components }
}

/** The parameters of an operation of the document, written out. */
export function parametersOf({ components }: OpenApiDocument, { parameters }: Operation): Parameter[] {
  return parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[parameter.$ref.slice(prefix.length)] ?? []) : [parameter],
  )
}

function componentName({ name }: Parameter): string {
  return name
    .split(/[-_]/)
    .map((word) => capitalized(word))
    .join('')
}

function mapOperations(paths: Paths, change: (operation: Operation) => Operation): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, change(operation)]),
      ),
    ]),
  )
}
