import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

xmlRegisterFsInputProviders();

/** What an XML Schema says against a document; nothing where it is valid. Schemas may include each other. */
export function schemaChecker(schemaFile: string): (xml: string) => string[] {
  const schema = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: pathToFileURL(schemaFile).href });
  const validator = XsdValidator.fromDoc(schema);
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return [];
    } catch (fault) {
      return [String(fault)];
    } finally {
      document.dispose();
    }
  };
}
