// Plumbline's engine in wazero, over the stream of blocks of clients/conformance/heart/fold-stream.ts.
//
//	go run ./heart HEART_WASM BLOCKS   prints the digests of all states and statistics
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

const (
	heartPages = 256
	freeMemory = 65_536
	bankBytes  = 131_072
	channels   = 3
	unjudged   = 50
)

func main() {
	err := errors.New("usage: go run ./heart HEART_WASM BLOCKS")
	if len(os.Args) == 3 {
		err = foldHeart(os.Args[1], os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func foldHeart(path, blocks string) error {
	heart, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(blocks)
	if err != nil {
		return err
	}
	run := context.Background()
	runtime := wazero.NewRuntimeWithConfig(run, wazero.NewRuntimeConfig().WithMemoryLimitPages(heartPages))
	defer runtime.Close(run)
	engine, err := runtime.Instantiate(run, heart)
	if err != nil {
		return err
	}
	digests, err := foldStream(run, engine, count)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(digests)
}

type streamDigest struct {
	States     string `json:"states"`
	Statistics string `json:"statistics"`
}

func foldStream(run context.Context, engine api.Module, blocks int) (streamDigest, error) {
	memory := engine.Memory()
	memory.Grow(heartPages - memory.Size()>>16)
	call := func(name string, numbers ...uint64) (uint64, error) {
		results, err := engine.ExportedFunction(name).Call(run, numbers...)
		if err != nil || len(results) == 0 {
			return 0, err
		}
		return results[0], nil
	}
	dropAfter := []float64{75, 200, 500, 2000}
	var vehicles []*vehicle
	for at, gap := range []float64{1, 60, 600, 14_400} {
		bank := uint64(freeMemory + bankBytes*(at+1))
		vehicles = append(vehicles, &vehicle{gap: gap, bank: bank})
		if _, err := call("sowBank", bank, channels, api.EncodeF64(0.8), api.EncodeF64(gap)); err != nil {
			return streamDigest{}, err
		}
		if _, err := call("limitBank", bank, api.EncodeF64(2.5), api.EncodeF64(dropAfter[at])); err != nil {
			return streamDigest{}, err
		}
	}
	for channel, zone := range []float64{0, 0.25, 0} {
		memory.WriteFloat64Le(freeMemory+128+8*uint32(channel), zone)
	}

	random := draw(2_463_534_242)
	statistics := sha256.New()
	foldBlock := engine.ExportedFunction("foldBlock")
	stack := make([]uint64, 4)
	for at := range blocks {
		one, block := vehicles[at%4], at/4
		for channel, value := range one.next(block, &random) {
			memory.WriteFloat64Le(freeMemory+8*uint32(channel), value)
		}
		judged := uint64(1)
		if block < unjudged {
			judged = 0
		}
		stack[0], stack[1], stack[2], stack[3] = one.bank, api.EncodeF64(one.time), freeMemory, judged
		if err := foldBlock.CallWithStack(run, stack); err != nil {
			return streamDigest{}, err
		}
		if judged == 1 {
			found, _ := memory.Read(freeMemory+256, 8*channels)
			statistics.Write(found)
		}
	}
	states := sha256.New()
	for _, one := range vehicles {
		length, err := call("bankBytes", one.bank)
		if err != nil {
			return streamDigest{}, err
		}
		bytes, _ := memory.Read(uint32(one.bank), uint32(length))
		states.Write(bytes)
	}
	return streamDigest{fmt.Sprintf("%x", states.Sum(nil)), fmt.Sprintf("%x", statistics.Sum(nil))}, nil
}

type vehicle struct {
	gap, time, wander, session float64
	bank                       uint64
}

// next gives the values of the next block. A product that is added is converted: the compiler must not fuse the two.
func (v *vehicle) next(block int, random *draw) [channels]float64 {
	if random.uniform() < 0.0625 {
		late := float64(7 * random.uniform())
		v.time += float64(v.gap * (1 + late))
	} else {
		v.time += v.gap
	}
	if block%250 == 249 {
		v.time += 20_000
		v.session = random.normal()
	}
	knock, step := 0.0, 0.0
	if random.uniform() < 0.00390625 {
		knock = 12
	}
	if block%4000 >= 3000 {
		step = 3
	}
	white := float64(0.5*random.normal()) + knock
	v.wander = float64(0.98*v.wander) + float64(0.2*random.normal())
	wandering := v.wander + float64(0.3*random.normal()) + step
	return [channels]float64{white, wandering, v.session + float64(0.3*random.normal())}
}

type draw uint32

// uniform is Marsaglia's xorshift of 32 bits (2003), 0 to 1.
func (d *draw) uniform() float64 {
	*d ^= *d << 13
	*d ^= *d >> 17
	*d ^= *d << 5
	return float64(*d) / 4_294_967_296
}

// normal is the sum of four, of variance 1.
func (d *draw) normal() float64 {
	sum := d.uniform() + d.uniform() + d.uniform() + d.uniform()
	return float64((sum - 2) * 1.7320508075688772)
}
