/** Keeps texts so that a copy of the database alone does not give them away. */
export interface SecretBox {
  /** `owner` is bound to the text: it opens only for the row it was sealed for. */
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): string;
}
