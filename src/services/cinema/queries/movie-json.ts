/** A stored movie as JSON text, for lists. */

/** In JSON text a quotation mark within a string is escaped, so this matches the field and nothing else. */
const aliasesField = /,"aliases":\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]/

export function withoutAliases(doc: string): string {
  return doc.replace(aliasesField, '')
}
