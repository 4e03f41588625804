/** Checks that contracts use to describe the minimum a valid response contains; anything less is not cached. */

export type ShapeCheck = (json: unknown) => boolean

export const isArray: ShapeCheck = (json) => Array.isArray(json)
export const isObject: ShapeCheck = (json) =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
export const isBoolean: ShapeCheck = (json) => typeof json === 'boolean'
export const isNumber: ShapeCheck = (json) => typeof json === 'number'
export const isString: ShapeCheck = (json) => typeof json === 'string'

export function hasProperty(name: string, check: ShapeCheck): ShapeCheck {
  return (json) => isObject(json) && check((json as Record<string, unknown>)[name])
}

export function anyOf(...shapes: readonly ShapeCheck[]): ShapeCheck {
  return (json) => shapes.some((shape) => shape(json))
}
