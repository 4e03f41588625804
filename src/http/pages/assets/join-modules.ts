/** Joins an ES module with those that it imports into one text, so that a page asks for one file. */

import { posix } from 'node:path'

const importLine = /^import \{([^{}]*)\} from '(\.[^'\n]*)\.[jt]s';?$/gm
const exportWord = /^export (?=(?:async )?(?:function|const|class) (\w+))/gm

/**
 * `modules` are JavaScript by name. Each becomes a function that runs once and returns what it exports, so that the names of one do
 * not meet those of another. Ours import and export by name, each import from the start of a line.
 */
export function joinModules(name: string, modules: ReadonlyMap<string, string>): string {
  const joined = new Map<string, string>()
  join(name)
  return [...joined.values()].join('')

  /** Returns the variable with what the module exports. */
  function join(module: string): string {
    const variable = `$${module.replaceAll(/\W/g, '_')}`
    if (joined.has(module)) return variable
    const source = modules.get(module)
    if (source === undefined) throw new Error(`There is no module ${module}`)
    const names = Array.from(source.matchAll(exportWord), ([, exported]) => exported)
    const body = source
      .replaceAll(importLine, (_, imported: string, path: string) => {
        const other = posix.join(posix.dirname(module), path)
        return `const {${imported.replaceAll(' as ', ': ')}} = ${join(other)}`
      })
      .replaceAll(exportWord, '')
    if (/^(?:import|export)\b/m.test(body))
      throw new Error(`${module} has an import or export of another form`)
    joined.set(module, `const ${variable} = (() => {\n${body.trim()}\nreturn { ${names.join(', ')} }\n})()\n`)
    return variable
  }
}
