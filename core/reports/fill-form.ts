/** Puts words in place of `{{name}}`. Throws for a name it has no word for: a form must not go out with holes. */
export function fillForm(form: string, words: Readonly<Record<string, string>>): string {
  return form.replaceAll(/\{\{([a-z0-9_]+)\}\}/g, (_hole, name: string) => {
    const word = words[name];
    if (word === undefined) throw new TypeError(`the form has a place ${name} that nothing fills`);
    return word;
  });
}
