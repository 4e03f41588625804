/** The schema of `links`. */

import { type TString, Type } from 'typebox'

/** The paths do not begin with the base path, as the specification demands. */
export function linksTo<const Names extends readonly string[]>(...names: Names) {
  const paths = Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<
    Names[number],
    TString
  >
  return Type.Object(paths, {
    description: 'Related paths, to be appended to the base path of the service, such as `/data`.',
  })
}
