// Plumbline's transparency log, computed and checked by Go's own packages (golang.org/x/mod/sumdb/note and tlog).
//
//	go run . vectors            prints log-tiles.json
//	go run . check FOLDER       checks a log laid out as c2sp.org/tlog-tiles, and the proofs beside it
//	go run . witness KEY NAME   is a witness of the log with that verifier key (c2sp.org/tlog-witness)
//
// FOLDER holds log.vkey, checkpoint, tile/…, and any number of proofs/NAME.tlog-proof with proofs/NAME.entry; an
// older checkpoint as checkpoint.old must be a beginning of the newer one.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

func main() {
	err := errors.New("usage: go run . vectors | check FOLDER | witness LOG_VKEY NAME")
	if len(os.Args) == 2 && os.Args[1] == "vectors" {
		err = printVectors()
	} else if len(os.Args) == 3 && os.Args[1] == "check" {
		err = checkLog(os.Args[2])
	} else if len(os.Args) == 4 && os.Args[1] == "witness" {
		err = serveWitness(os.Args[2], os.Args[3])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type tileVector struct {
	Size int64  `json:"size"`
	Root string `json:"root"`
	// SHA-256 over every tile in the order of level and index: path, line feed, hashes.
	TilesSHA256 string `json:"tiles_sha256"`
}

func printVectors() error {
	var storage memory
	var vectors []tileVector
	wanted := map[int64]bool{511: true, 512: true, 513: true, 65535: true, 65536: true, 65537: true, 66000: true}
	for size := int64(1); size <= 66000; size++ {
		hashes, err := tlog.StoredHashes(size-1, []byte(strconv.FormatInt(size-1, 10)), &storage)
		if err != nil {
			return err
		}
		storage = append(storage, hashes...)
		if size > 300 && !wanted[size] {
			continue
		}
		vector, err := tileVectorOf(size, &storage)
		if err != nil {
			return err
		}
		vectors = append(vectors, vector)
	}
	// One log a line.
	fmt.Printf("{\n \"about\": %q,\n \"logs\": [", tilesAbout)
	for at, vector := range vectors {
		line, err := json.Marshal(vector)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n  %s", strings.Repeat(",", min(at, 1)), line)
	}
	fmt.Print("\n ]\n}\n")
	return nil
}

const tilesAbout = "Logs whose leaf i is i in decimal, ASCII: their roots, and SHA-256 over all tiles in the order of level and index (C2SP path, line feed, hashes). Computed by golang.org/x/mod v0.42.0, sumdb/tlog: go run . vectors"

func tileVectorOf(size int64, storage tlog.HashReader) (tileVector, error) {
	root, err := tlog.TreeHash(size, storage)
	if err != nil {
		return tileVector{}, err
	}
	digest := sha256.New()
	for level := 0; size>>(tileHeight*level) > 0; level++ {
		hashes := size >> (tileHeight * level)
		for n := int64(0); n<<tileHeight < hashes; n++ {
			width := min(hashes-n<<tileHeight, 1<<tileHeight)
			data, err := tlog.ReadTileData(tlog.Tile{H: tileHeight, L: level, N: n, W: int(width)}, storage)
			if err != nil {
				return tileVector{}, err
			}
			fmt.Fprintf(digest, "%s\n", pathOf(tlog.Tile{H: tileHeight, L: level, N: n, W: int(width)}))
			digest.Write(data)
		}
	}
	return tileVector{size, hex.EncodeToString(root[:]), hex.EncodeToString(digest.Sum(nil))}, nil
}

// pathOf is Go's path of a tile without the height, which C2SP fixes at 8.
func pathOf(tile tlog.Tile) string {
	return strings.TrimPrefix(tile.Path(), "tile/8/")
}

type memory []tlog.Hash

func (m *memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	hashes := make([]tlog.Hash, len(indexes))
	for at, index := range indexes {
		hashes[at] = (*m)[index]
	}
	return hashes, nil
}

func checkLog(folder string) error {
	vkey, err := os.ReadFile(filepath.Join(folder, "log.vkey"))
	if err != nil {
		return err
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(string(vkey)))
	if err != nil {
		return err
	}
	tree, err := openCheckpoint(filepath.Join(folder, "checkpoint"), verifier)
	if err != nil {
		return err
	}
	if err := rehash(folder, tree); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, "checkpoint.old")); err == nil {
		if err := checkConsistency(folder, tree, verifier); err != nil {
			return err
		}
	}
	return checkProofs(folder, verifier)
}

func openCheckpoint(path string, verifier note.Verifier) (tlog.Tree, error) {
	message, err := os.ReadFile(path)
	if err != nil {
		return tlog.Tree{}, err
	}
	return parseCheckpoint(message, verifier)
}

func parseCheckpoint(message []byte, verifier note.Verifier) (tlog.Tree, error) {
	opened, err := note.Open(message, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, errors.New("not a checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return tlog.Tree{}, err
	}
	return tlog.Tree{N: size, Hash: root}, nil
}

// rehash computes every leaf hash from the entries and the root from the leaf hashes, and reads every tile through
// tlog.TileHashReader, which compares it with the root.
func rehash(folder string, tree tlog.Tree) error {
	var storage memory
	for n := int64(0); n<<tileHeight < tree.N; n++ {
		width := int(min(tree.N-n<<tileHeight, 1<<tileHeight))
		path := pathOf(tlog.Tile{H: tileHeight, L: -1, N: n, W: width})
		path = strings.Replace(path, "data/", "entries/", 1)
		entries, err := readEntries(filepath.Join(folder, "tile", path))
		if err != nil {
			return err
		}
		if len(entries) != width {
			return fmt.Errorf("%s holds %d entries, not %d", path, len(entries), width)
		}
		for at, entry := range entries {
			hashes, err := tlog.StoredHashes(n<<tileHeight+int64(at), entry, &storage)
			if err != nil {
				return err
			}
			storage = append(storage, hashes...)
		}
	}
	root, err := tlog.TreeHash(tree.N, &storage)
	if err != nil {
		return err
	}
	if root != tree.Hash {
		return errors.New("the entries do not lead to the root of the checkpoint")
	}
	reader := tlog.TileHashReader(tree, tileFolder(filepath.Join(folder, "tile")))
	for index := int64(0); index < tree.N; index++ {
		hashes, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
		if err != nil {
			return err
		}
		if hashes[0] != storage[tlog.StoredHashIndex(0, index)] {
			return fmt.Errorf("leaf %d has another hash in its tile", index)
		}
	}
	fmt.Printf("ok: %d leaves lead to the root of the checkpoint, through entries and through tiles\n", tree.N)
	return nil
}

func checkConsistency(folder string, tree tlog.Tree, verifier note.Verifier) error {
	old, err := openCheckpoint(filepath.Join(folder, "checkpoint.old"), verifier)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(tree, tileFolder(filepath.Join(folder, "tile")))
	proof, err := tlog.ProveTree(tree.N, old.N, reader)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash); err != nil {
		return err
	}
	fmt.Printf("ok: the log of %d leaves is the beginning of the one of %d\n", old.N, tree.N)
	return nil
}

func checkProofs(folder string, verifier note.Verifier) error {
	paths, err := filepath.Glob(filepath.Join(folder, "proofs", "*.tlog-proof"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := checkProof(path, verifier); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	fmt.Printf("ok: %d proofs\n", len(paths))
	return nil
}

func checkProof(path string, verifier note.Verifier) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	entry, err := os.ReadFile(strings.TrimSuffix(path, ".tlog-proof") + ".entry")
	if err != nil {
		return err
	}
	head, message, found := bytes.Cut(text, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !found || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("not a tlog-proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			return err
		}
		proof = append(proof, tlog.Hash(hash))
	}
	tree, err := parseCheckpoint(message, verifier)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry))
}

func readEntries(path string) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var entries [][]byte
	for len(data) > 0 {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			return nil, fmt.Errorf("%s ends within an entry", path)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		entries = append(entries, data[2:end])
		data = data[end:]
	}
	return entries, nil
}

type tileFolder string

func (folder tileFolder) Height() int { return tileHeight }

func (folder tileFolder) SaveTiles([]tlog.Tile, [][]byte) {}

func (folder tileFolder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for at, tile := range tiles {
		bytes, err := os.ReadFile(filepath.Join(string(folder), pathOf(tile)))
		if err != nil {
			return nil, err
		}
		data[at] = bytes
	}
	return data, nil
}
